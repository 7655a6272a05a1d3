import tomllib

import pytest

from remit.config.lines import key_lines

PROVES = ("U4",)


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        ("", {}),
        ("a = 1\nb = 2", {("a",): 1, ("b",): 2}),
        ("# a = 1\n\n  a = 1 # b = 2\r\nb = 3", {("a",): 3, ("b",): 4}),
        ("[t]\na = 1\n[u . v]\na = 1", {("t",): 1, ("t", "a"): 2, ("u", "v"): 3, ("u", "v", "a"): 4}),
        ("a.b . c = 1", {("a", "b", "c"): 1}),
        ('"a b".\'c.d\' = 1\n"\\u0061" = 2', {("a b", "c.d"): 1, ("a",): 2}),
        ('["t=]"]\na = 1', {("t=]",): 1, ("t=]", "a"): 2}),
        ('a = """\nb = 1\n"""\nc = 2', {("a",): 1, ("c",): 4}),
        ("a = '''\nb = 1\n'''''\nc = 2", {("a",): 1, ("c",): 4}),
        ('a = "\\" b = 1"\nc = 2', {("a",): 1, ("c",): 2}),
        ('a = """x""\\""" """\nc = 2', {("a",): 1, ("c",): 2}),
        ("a = [\n  1, # ]\n  [2, 3],\n]\nb = 4", {("a",): 1, ("b",): 5}),
        ("a = { b = 1, c = { d = 2 } , e.f = 3}\ng = 4", {
            ("a",): 1, ("a", "b"): 1, ("a", "c"): 1, ("a", "c", "d"): 1, ("a", "e", "f"): 1, ("g",): 2,
        }),
        ("a = {}\nb = [{}]\nc = 3", {("a",): 1, ("b",): 2, ("c",): 3}),
        ("a = [{ b = 1,\n c = 2 }]\n".replace("\n c", " c"), {("a",): 1}),
        ("[[t]]\na = 1\n[[t]]\na = 2", {("t",): 1, ("t", "0"): 1, ("t", "a"): 2, ("t", "1"): 3}),
        ("a = 1979-05-27T07:32:00Z\nb = 1.5\nc = true", {("a",): 1, ("b",): 2, ("c",): 3}),
    ],
)  # fmt: skip
def test_each_key_stands_on_its_line(document: str, expected: dict[tuple[str, ...], int]) -> None:
    tomllib.loads(document)

    assert expected == key_lines(document)


@pytest.mark.parametrize("piece", ['a = "', "[", "{", "a.", "x = [{", '"""', "\\", "a={b=["])
def test_any_text_is_read_to_its_end(piece: str) -> None:
    assert isinstance(key_lines(piece * 20_000), dict)
