"""A URL leads where it says, over https, to a host with a name; everything else is told."""

import pytest

from remit.sanitize.urls import judge_url

PROVES = ("S5",)


def judged(text: str) -> list[tuple[str, str]]:
    return [(concern.handling, concern.code) for concern in judge_url(text)]


@pytest.mark.parametrize(
    "text",
    [
        "https://docs.example.com",
        "HTTPS://Docs.Example.com:8443/a?b=c#d",
        "https://example.com./a_(b)",
        "https://example.com/\u00fc?q=\u00e9",
        "http://localhost:8080/x",
        "https://api.localhost",
        "http://127.0.0.1:3000",
        "http://127.255.0.1",
        "http://[::1]/x",
        "docs/guide.md",
        "./docs/guide.md#part",
        "#part",
        "README.md?plain=1",
    ],
)
def test_what_leads_where_it_says_is_accepted(text: str) -> None:
    assert judged(text) == []


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("javascript:alert(1)", "url.scheme"),
        ("JaVaScRiPt:x", "url.scheme"),
        ("java\tscript:x", "url.scheme"),
        ("\uff4aavascript:x", "url.scheme"),
        ("data:text/html,x", "url.scheme"),
        ("file:///etc/passwd", "url.scheme"),
        ("ftp://x.org", "url.scheme"),
        ("mailto:a@x.org", "url.scheme"),
        ("//evil.org/x", "url.scheme"),
        ("www.evil.org", "url.scheme"),
        ("evil.com/x", "url.scheme"),
        ("localhost:8080", "url.scheme"),
        ("https://github.com@evil.org", "url.userinfo"),
        ("https://a:b@evil.org", "url.userinfo"),
        ("https://github.com%40evil.org", "url.userinfo"),
        ("https://evil.org\\@github.com", "url.backslash"),
        ("https://2130706433", "url.numeric_host"),
        ("https://0x7f000001/", "url.numeric_host"),
        ("https://0177.0.0.1", "url.numeric_host"),
        ("https://127.1", "url.numeric_host"),
        ("https://10.0.0.1:80/x", "url.numeric_host"),
        ("https://169.254.169.254", "url.numeric_host"),
        ("https://[fe80::1]", "url.numeric_host"),
        ("https://\u2460.\u2461", "url.numeric_host"),
        ("https:///x", "url.host"),
        ("https:x.org", "url.host"),
        ("https://a..b", "url.host"),
        ("https://-a.org", "url.host"),
        ("https://x.org:99999", "url.host"),
        ("https://exa mple.org", "url.control"),
        ("https://x.org/\u202e", "url.control"),
        ("https://x.org/\u200b", "url.control"),
        ("", "url.empty"),
        ("https://x.org/" + "a" * 5000, "url.length"),
        ("../../etc/passwd", "path.traversal"),
    ],
)
def test_what_leads_elsewhere_is_refused(text: str, code: str) -> None:
    assert ("reject", code) in judged(text)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("http://docs.example.com", "url.not_https"),
        ("http://localhost.evil.org", "url.not_https"),
        ("https://g\u0456thub.com", "url.idn"),
        ("https://xn--gthub-n4a.com", "url.idn"),
        ("https://\uff47ithub.com", "url.idn"),
    ],
)
def test_what_may_be_meant_is_flagged(text: str, code: str) -> None:
    assert judged(text) == [("flag", code)]
