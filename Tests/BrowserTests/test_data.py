"""Imports, devices, phones, electrocardiograms and settings."""

import re
import zipfile

import pytest
from playwright.sync_api import expect

EXPORT = """<?xml version="1.0" encoding="UTF-8"?>
<HealthData locale="en_GB">
 <ExportDate value="2026-03-01 17:00:00 +0100"/>
 <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" startDate="2026-03-01 09:00:00 +0100"
  endDate="2026-03-01 09:10:00 +0100" value="1234"/>
 <Record type="HKQuantityTypeIdentifierBodyMass" sourceName="Scale" unit="much" startDate="2026-03-01 08:00:00 +0100"
  endDate="2026-03-01 08:00:00 +0100" value="80"/>
</HealthData>
"""


def drop(tab, name, content):
    """Drops a file on the page, as from another program."""
    transfer = tab.page.evaluate_handle(
        """([name, bytes]) => {
            const transfer = new DataTransfer()
            transfer.items.add(new File([new Uint8Array(bytes)], name))
            return transfer
        }""", [name, list(content)])
    area = tab.page.get_by_role("region", name="Import an export of the Health app")
    for event in ("dragenter", "dragover", "drop"):
        area.dispatch_event(event, {"dataTransfer": transfer})


def test_an_export_that_is_dropped_is_imported_and_its_refusals_are_listed(open_page, newcomer, tmp_path):
    with zipfile.ZipFile(tmp_path / "export.zip", "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("apple_health_export/export.xml", EXPORT)
    tab = open_page("/data", newcomer)
    drop(tab, "export.zip", (tmp_path / "export.zip").read_bytes())
    expect(tab.page.get_by_role("heading", name="Report of export.zip")).to_be_visible()
    expect(tab.fact("Stored")).to_have_text("1")
    expect(tab.fact("Refused")).to_have_text("1")
    expect(tab.main).to_contain_text("much")
    tab.page.reload()
    tab.settle()
    expect(tab.page.get_by_role("heading", name="Report of export.zip")).to_be_visible()
    tab.page.get_by_role("link", name="Overview").click()
    expect(tab.card("Steps").locator(".figure")).to_have_text("1,234 today so far")


def test_an_import_is_undone(open_page, newcomer):
    tab = open_page("/data", newcomer)
    drop(tab, "export.xml", EXPORT.encode())
    tab.page.get_by_role("button", name="Undo the import of export.xml").click()
    tab.page.get_by_role("dialog").get_by_role("button", name="Undo the import").click()
    expect(tab.main.locator(".import-row")).to_contain_text("undone")
    expect(tab.page.get_by_text("1 sample removed, 0 brought back.")).to_be_visible()
    tab.page.get_by_role("link", name="Overview").click()
    expect(tab.page.get_by_role("heading", name="There are no data yet.")).to_be_visible()


def test_a_file_that_is_no_export_is_refused_with_a_sentence(open_page, newcomer):
    tab = open_page("/data", newcomer)
    drop(tab, "photo.jpg", b"1234")
    expect(tab.page.get_by_text("“photo.jpg” is no export. Choose export.zip or export.xml.")).to_be_visible()
    drop(tab, "export.zip", b"this is no zip")
    expect(tab.main.locator(".import-row")).to_contain_text("failed")
    expect(tab.main.locator(".import-row .bad").last).to_have_text(re.compile(r"\w+ \w+"))


def test_devices_are_listed_with_their_last_contact(open_page):
    tab = open_page("/data?section=sources")
    devices = tab.page.get_by_role("region", name="Devices and apps")
    expect(devices.get_by_role("heading", name="Alex’s Apple Watch")).to_be_visible()


def test_a_renamed_device_is_joined_to_its_new_name_and_separated(open_page, newcomer):
    tab = open_page("/data", newcomer)
    drop(tab, "export.xml", EXPORT.replace('type="HKQuantityTypeIdentifierBodyMass" sourceName="Scale" unit="much"',
                                           'type="HKQuantityTypeIdentifierBodyMass" sourceName="Scale" unit="kg"').encode())
    expect(tab.fact("Stored")).to_have_text("2")
    tab = open_page("/data?section=sources", newcomer)
    scale = tab.main.locator(".device", has=tab.page.get_by_role("heading", name="Scale"))
    scale.get_by_text("Renamed?").click()
    scale.get_by_role("combobox", name="New name of Scale").select_option("Phone")
    scale.get_by_role("button", name="Join").click()
    expect(tab.page.get_by_text("Scale counts as Phone now.")).to_be_visible()
    expect(scale).to_have_count(0)
    phone = tab.main.locator(".device", has=tab.page.get_by_role("heading", name="Phone"))
    expect(phone).to_contain_text("Also named Scale")
    phone.get_by_role("button", name="Make Scale a source of its own").click()
    expect(scale).to_be_visible()


def test_a_phone_gets_a_token_that_works_and_a_code(open_page, service, newcomer, visitor):
    tab = open_page("/data?section=connect", newcomer)
    tab.page.get_by_role("textbox", name="Address of this service").fill("https://health.example")
    tab.page.get_by_role("button", name="Make a token").click()
    expect(tab.page.get_by_role("img", name=re.compile("QR code")).first).to_be_visible()
    token = tab.page.get_by_role("textbox", name="Token", exact=True).inner_text()
    answer = visitor().context.request.get("/v1/access", headers={"Authorization": f"Bearer {token}"})
    assert answer.json()["person"]["name"] == newcomer


def test_an_app_is_paired_by_a_code_that_works(open_page, newcomer, visitor):
    tab = open_page("/data?section=connect", newcomer)
    tab.page.get_by_role("textbox", name="Address of this service").fill("https://health.example")
    tab.page.get_by_role("button", name="Make a code").click()
    expect(tab.page.get_by_role("img", name=re.compile("QR code")).first).to_be_visible()
    code = tab.page.get_by_role("textbox", name="Invitation code").inner_text()
    answer = visitor().context.request.post("/api/v1/invitation-code/redeem", data={"code": code})
    assert re.fullmatch("[A-Z2-9]{8}", code) and answer.json()["token_type"] == "bearer"


def test_a_plan_is_saved_for_a_phone_shown_again_and_removed(open_page, newcomer):
    tab = open_page("/data?section=connect", newcomer)
    plans = tab.main.locator("section", has=tab.page.get_by_role("heading", name="What phones send"))
    plans.get_by_label("First day").fill("2024-05-01")
    plans.get_by_role("checkbox", name="heart").check()
    plans.get_by_role("checkbox", name="Send samples").uncheck()
    plans.get_by_label("Minutes").fill("15")
    plans.get_by_role("button", name="Save the plan").click()
    expect(plans.get_by_role("button", name="Remove this plan")).to_be_visible()
    tab.page.reload()
    expect(plans.get_by_label("First day")).to_have_value("2024-05-01")
    expect(plans.get_by_role("checkbox", name="heart")).to_be_checked()
    expect(plans.get_by_role("checkbox", name="Send samples")).not_to_be_checked()
    plans.get_by_label("First day").fill("2124-05-01")
    plans.get_by_role("button", name="Save the plan").click()
    assert plans.get_by_label("First day").evaluate("field => field.validity.rangeOverflow")
    plans.get_by_role("button", name="Remove this plan").click()
    expect(plans.get_by_label("First day")).to_have_value("")


def test_health_auto_export_gets_a_code_only_with_a_token_that_writes_and_reads_nothing(open_page, service, newcomer, visitor):
    tab = open_page("/data?section=connect", newcomer)
    tab.page.get_by_role("textbox", name="Address of this service").fill("https://health.example")
    tab.page.get_by_role("button", name="Make a token").click()
    tab.page.get_by_role("button", name="Health Auto Export").click()
    link = tab.page.get_by_role("link", name="set up Health Auto Export").get_attribute("href")
    assert link.startswith("com.HealthExport://automation?url=https%3A%2F%2Fhealth.example%2F")
    expect(tab.page.get_by_role("img", name=re.compile("QR code")).first).to_be_visible()
    token = tab.page.get_by_role("textbox", name="Token", exact=True).inner_text()
    answer = visitor().context.request.get("/v1/access", headers={"Authorization": f"Bearer {token}"})
    assert answer.json()["rights"] == ["write"]
    tab.page.get_by_role("checkbox", name=re.compile("may also read")).check()
    tab.page.get_by_role("button", name="Make a token").click()
    expect(tab.main).to_contain_text("Make a token for it that may not read.")
    expect(tab.page.get_by_role("link", name="set up Health Auto Export")).to_have_count(0)


def test_an_electrocardiogram_is_drawn_and_has_a_table(open_page):
    tab = open_page("/data?section=ecg")
    expect(tab.main).to_contain_text("Sinus rhythm")
    tab.page.get_by_role("button", name="Table").click()
    assert len(tab.rows()) == 30


def test_the_first_weekday_is_kept_and_the_second_tab_follows(reader):
    visitor = reader("Cleo")
    settings, sleep = visitor.tab().open("/data?section=settings"), visitor.tab().open("/metric/restingHeartRate?range=6M")
    dates = sleep.main.locator(".range-dates")
    expect(dates).to_have_text("1 Sept 2025 – 1 Mar 2026")
    choice = settings.page.get_by_role("combobox", name="Weeks begin on")
    choice.select_option(label="Sunday")
    expect(dates).to_have_text("7 Sept 2025 – 7 Mar 2026")
    choice.select_option(label="Monday")
    expect(dates).to_have_text("1 Sept 2025 – 1 Mar 2026")
