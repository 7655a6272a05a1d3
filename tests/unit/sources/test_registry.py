import subprocess
import sys

import pytest

from remit.errors import RegistryInvalid
from remit.sources.registry import PROMPT_REGISTRY, is_name, prompt

PROVES = ("G1",)


@pytest.fixture(autouse=True)
def _registry_as_it_was() -> None:
    PROMPT_REGISTRY.clear()


def test_a_decorated_builder_is_registered_and_handed_back_as_it_is() -> None:
    def build(body: str) -> str:
        return body

    same = prompt("triage", category="bot", fixtures={"a": {"body": "x"}}, payload={"body": 9}, captured="run.json")(
        build
    )

    assert same is build
    found = PROMPT_REGISTRY["triage"]
    assert ("triage", build, "bot", {"a": {"body": "x"}}, {"body": 9}, "run.json", ()) == found


def test_methods_of_each_kind_are_handed_back_as_they_are() -> None:
    class Reviewer:
        @prompt("method")
        def method(self) -> str:
            return "m"

        @prompt("class-method")
        @classmethod
        def of_class(cls) -> str:
            return cls.__name__

        @staticmethod
        @prompt("static")
        def static() -> str:
            return "s"

    assert ["m", "Reviewer", "s"] == [Reviewer().method(), Reviewer.of_class(), Reviewer.static()]
    assert ["class-method", "method", "static"] == sorted(PROMPT_REGISTRY)


def test_a_second_builder_of_a_name_is_kept_beside_the_first() -> None:
    @prompt("triage")
    def first() -> str:
        return "1"

    @prompt("triage")
    def second() -> str:
        return "2"

    assert (first, (second,)) == (PROMPT_REGISTRY["triage"].builder, PROMPT_REGISTRY["triage"].others)


def test_a_module_that_is_loaded_anew_registers_no_second_builder() -> None:
    def load() -> object:
        @prompt("triage")
        def build() -> str:
            return "1"

        return build

    load()
    again = load()

    assert (again, ()) == (PROMPT_REGISTRY["triage"].builder, PROMPT_REGISTRY["triage"].others)


@pytest.mark.parametrize("name", ["", "triage issue", "../up", "-x", "a/b", "é", "x" * 101])
def test_a_name_that_no_file_could_have_is_refused(name: str) -> None:
    with pytest.raises(RegistryInvalid, match="cannot name a prompt"):
        prompt(name)
    assert not is_name(name)


def test_product_code_pays_for_next_to_nothing() -> None:
    code = "import sys; before = set(sys.modules); from remit import prompt; print(*sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, timeout=60, check=True)
    loaded = set(done.stdout.split())

    assert {name for name in loaded if name.startswith("remit")} == {
        "remit",
        "remit.errors",
        "remit.sources",
        "remit.sources.registry",
    }
    assert {"dataclasses", "inspect", "json", "msgspec", "click"} & loaded == set()
