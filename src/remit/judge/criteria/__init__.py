"""The eight criteria, a module each, judged by the letter and by structure; they must not know each other."""
