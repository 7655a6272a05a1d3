import random
import string
import sysconfig
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remit.verify import credentials
from tests.unit.verify.changed import change, told

PROVES = ("V1",)

LETTERS = string.ascii_letters + string.digits
CHANCE = random.Random(7)


def some(count: int, alphabet: str = LETTERS) -> str:
    """Put together here, so that none stands in a file."""
    return "".join(CHANCE.choice(alphabet) for _ in range(count))


HEX = "0123456789abcdef"
UPPER = string.ascii_uppercase + "234567"

CREDENTIALS = {
    "an AWS access key": f"key = AKIA{some(16, UPPER)}",
    "a GitHub token": f'token: "ghp_{some(36)}"',
    "a newer GitHub token": f"github_pat_{some(22)}_{some(59)}",
    "a GitLab token": f"glpat-{some(20)}",
    "a model provider's key": f"OPENAI_API_KEY=sk-proj-{some(48)}",
    "another provider's key": f'client("sk-ant-api03-{some(90)}")',
    "a Slack token": f"xoxb-{some(11, string.digits)}-{some(12, string.digits)}-{some(24)}",
    "a Slack webhook": f"https://hooks.slack.com/services/T{some(9, UPPER)}/B{some(9, UPPER)}/{some(24)}",
    "a Stripe key": f"sk_live_{some(24)}",
    "a Google key": f"AIza{some(35)}",
    "an npm token": f"//registry/:_authToken=npm_{some(36)}",
    "a Hugging Face token": f"hf_{some(34)}",
    "a SendGrid key": f"SG.{some(22)}.{some(43)}",
    "a Telegram token": f"bot = '{some(9, '123456789')}:AA{some(33)}'",
    "an Azure key": f"AccountName=x;AccountKey={some(86)}==;",
    "a private key": f"-----BEGIN RSA PRIVATE KEY-----\n{some(64)}\n{some(64)}\n",
    "a private key in a string": f'key = "-----BEGIN PRIVATE KEY-----\\n{some(64)}\\n"',
    "a signed token": f"eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ{some(30)}.{some(43)}",
    "a database address": f"postgres://app:{some(14)}@db.internal.corp.io:5432/app",
    "a secret in Python": f'CLIENT_SECRET = "{some(32)}"',
    "an annotated secret": f'api_key: str = "{some(32)}"',
    "a secret in JSON": f'"password": "{some(24)}",',
    "a secret in YAML": f"  secret_key: {some(40)}",
    "a secret in the environment": f"export SIGNING_KEY={some(40)}",
    "a secret in hexadecimal": f'SECRET_TOKEN = "{some(64, HEX)}"',
    "a secret as a default": f'os.environ.setdefault("API_TOKEN", "{some(32)}")',
}

ORDINARY = (
    'password = "correct horse battery staple"',
    "API_KEY = os.environ['API_KEY']",
    'api_key = "your-api-key-goes-here-1234"',
    "token = AKIAIOSFODNN7EXAMPLE",
    'token = "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"',
    "secret: ${{ secrets.DEPLOY_TOKEN }}",
    "postgres://postgres:postgres@localhost:5432/test",
    "https://user:password@example.com/path",
    "url = f'https://{user}:{password}@{host}/'",
    '"integrity": "sha512-' + some(86) + '=="',
    "sha256:" + some(64, HEX),
    "commit = '" + some(40, HEX) + "'",
    "token_type = 'ACCESS_TOKEN_WITH_REFRESH'",
    "-----BEGIN PRIVATE KEY-----",
    "if line.startswith('-----BEGIN RSA PRIVATE KEY-----'):",
    "-----BEGIN CERTIFICATE-----\n" + some(64),
    'SECRET_NAME = "projects/my-project/secrets/app"',
    "password_hash_algorithm = 'pbkdf2_sha256$260000'",
    "tokenizer = 'cl100k_base_with_special'",
    "ssh://git@github.com:22/org/repo.git",
    "eyJub3QiOiJhIHRva2VuIn0.eyJub3QiOiJhIHRva2VuIn0.c2lnbmF0dXJlLWlzLW5vdA",
)


@pytest.mark.parametrize("name", CREDENTIALS)
def test_what_looks_like_a_credential_is_found_at_its_line_and_not_shown(name: str) -> None:
    text = CREDENTIALS[name]

    found = tuple(credentials((change("a.env", "# old\n", f"# old\n{text}\n"),)))

    assert ["credential-added a.env:2"] == told(found)
    assert len(found[0].excerpt) <= 5
    assert not any(part in found[0].message for part in text.split() if len(part) > 16 and part.isalnum())


@pytest.mark.parametrize("line", ORDINARY)
def test_ordinary_text_is_none(line: str) -> None:
    assert [] == told(credentials((change("a.py", "", f"{line}\n"),)))


def test_what_was_there_before_and_what_goes_is_no_finding() -> None:
    secret = CREDENTIALS["a GitHub token"]

    assert [] == told(credentials((change("a", f"{secret}\nb\n", f"{secret}\nc\n"), change("b", f"{secret}\n", None))))


def test_the_standard_library_holds_next_to_none() -> None:
    files = sorted(Path(sysconfig.get_path("stdlib")).glob("*.py"))
    diffs = tuple(change(path.name, None, path.read_text(errors="replace")) for path in files)

    assert len(diffs) > 100
    assert [] == told(credentials(diffs))


@given(st.text(alphabet="sk-_AKIAeyJ.:/@=\"' \npasswordtoken019", max_size=400))
def test_any_text_is_read_to_its_end(text: str) -> None:
    for each in credentials((change("a", "", text),)):
        assert each.rule == "credential-added"


@pytest.mark.parametrize(
    "piece", ["sk-", "eyJ", "a://", "token=", "-----BEGIN PRIVATE KEY-----", "A" * 17, "x:y@", "'"]
)
def test_a_long_line_of_beginnings_takes_no_longer_than_it_must(piece: str) -> None:
    assert isinstance(list(credentials((change("a", "", piece * (200_000 // len(piece))),))), list)
