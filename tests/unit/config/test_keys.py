import jsonschema
import pytest

from remit.config import Settings, keys, schema

PROVES = ("U4",)


def accepts(document: dict[str, object]) -> bool:
    return bool(jsonschema.Draft202012Validator(schema()).is_valid(document))


def test_the_schema_is_sound_and_takes_the_defaults() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())
    defaults: dict[str, dict[str, object]] = {}
    for key in keys():
        if key.default is not None:
            value = list(key.default) if isinstance(key.default, tuple) else key.default
            defaults.setdefault(key.section, {})[key.name] = value

    assert accepts(dict(defaults))


@pytest.mark.parametrize(
    "document",
    [
        {"adit": {}},
        {"audit": {"fail-on": "high"}},
        {"audit": {"fail_on": "High"}},
        {"audit": {"min_words": -1}},
        {"audit": {"min_words": True}},
        {"audit": {"exclude": "a"}},
        {"compose": {"budget_tokens": 0}},
        {"compose": 3},
    ],
)
def test_the_schema_refuses_what_reading_refuses(document: dict[str, object]) -> None:
    assert not accepts(document)


def test_every_key_is_a_setting_and_says_what_it_means() -> None:
    settings = Settings()

    for key in keys():
        assert key.default == getattr(getattr(settings, key.section), key.name)
        assert key.doc.endswith(".")
        assert key.form.expected
