import json

from tests.cli.running import RunRemit

PROVES = ("U1",)


def test_a_page_is_printed_as_it_ships(run_remit: RunRemit) -> None:
    ran = run_remit("explain", "PageNotFound")

    assert (0, "") == (ran.code, ran.err)
    assert ran.out.startswith("# PageNotFound\n\nIt is raised when `remit explain` has no page")


def test_a_page_as_json_names_its_kind(run_remit: RunRemit) -> None:
    page = json.loads(run_remit("explain", "FileRefused", "--json").out)

    assert ("remit.page/1", "FileRefused", "error") == (page["schema"], page["name"], page["kind"])
    assert page["text"].startswith("# FileRefused\n")


def test_without_a_name_every_page_is_listed(run_remit: RunRemit) -> None:
    listed = run_remit("explain").out
    as_json = json.loads(run_remit("explain", "--json").out)

    assert "error  ConfigInvalid\n" in listed
    assert {"name": "ConfigInvalid", "kind": "error"} in as_json["pages"]
    assert len(listed.splitlines()) == len(as_json["pages"])


def test_a_name_in_another_case_is_a_near_miss(run_remit: RunRemit) -> None:
    run_remit("explain", "filerefused").must_match("explain-other-case")


def test_a_name_that_leads_out_of_the_pages_is_no_page(run_remit: RunRemit) -> None:
    ran = run_remit("explain", "../errors/FileRefused")

    assert (2, "") == (ran.code, ran.out)
