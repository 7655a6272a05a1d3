import pytest
from hypothesis import given
from hypothesis import strategies as st

from remit import Region
from remit.assemble.values import artifact_list, safe_name, structure_tree
from remit.markup.scan import scan

PROVES = ("P7",)


def test_paths_are_drawn_as_a_tree() -> None:
    assert structure_tree(["README.md", "docs/", "src/app/main.py", "src/app/web.py", "src/lib.py"]) == (
        "README.md\ndocs/\nsrc/\n  app/\n    main.py\n    web.py\n  lib.py"
    )


def test_what_was_left_out_of_the_tree_is_said() -> None:
    assert structure_tree(["a"], cut=3) == "a\n… and 3 more"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("a\nb", "a&#10;b"),
        ("</context>", "&lt;/context&gt;"),
        ("@x", "&#64;x"),
        ("~~~~", "&#126;&#126;&#126;&#126;"),
        ("```", "&#96;&#96;&#96;"),
        ("{{TASKS}}", "&#123;&#123;TASKS&#125;&#125;"),
        ("a\u2028b", "a&#8232;b"),
        ("b\udcffd", "b?d"),
        ("src/été.py", "src/été.py"),
    ],
)
def test_a_name_is_shown_so_that_it_reads_as_nothing_else(name: str, shown: str) -> None:
    assert safe_name(name) == shown


@given(st.text())
def test_no_name_ends_its_line_or_forms_structure(name: str) -> None:
    shown = safe_name(name)
    assert len(shown.splitlines()) <= 1
    found = scan(f"{shown}\n<a>x</a>\n{shown}")
    assert [region.name for region in found.regions] == ["a"]
    assert found.code == ()


def test_artifacts_are_listed_with_size_and_trust() -> None:
    regions = [Region("artifact", "x" * 1200, "spec"), Region("issue", "y")]
    assert artifact_list(regions) == "- artifact spec (1,200 characters)\n- issue (1 characters, untrusted)"
