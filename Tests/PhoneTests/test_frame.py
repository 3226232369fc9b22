"""The shell, the service worker and the worker, with a small program in place of Auralyst's (boundary.c)."""
import json
import re
import urllib.parse

import pytest
from playwright.sync_api import Error, expect

from frame import until, with_limits


def save(frame, line):
    frame.get_by_label("Line").fill(line)
    frame.get_by_role("button", name="Save").click()
    expect(frame.locator("#lines")).to_contain_text(line)


def in_frame(frame, script):
    return frame.evaluate(f"(async () => {{ {script} }})()")


def test_links_forms_and_fetch(phone, site):
    frame = phone.open()
    expect(frame.locator("h1")).to_have_text("Home")
    assert phone.page.title() == "Home"
    frame.locator("#other").click()
    expect(frame.locator("h1")).to_have_text("Other")
    assert frame.url.endswith("/other?x=1")
    frame.locator("#home").click()
    save(frame, "one line")
    # The form's answer was a redirect.
    assert frame.url.endswith("/?saved=1")
    # A form by script is seen by the page as an answer that leads elsewhere.
    assert in_frame(frame, "return (await fetch('/save', { method: 'POST', body: new URLSearchParams({ line: 'two' }), redirect: 'manual' })).type") == "opaqueredirect"
    assert in_frame(frame, "const answer = await fetch('/none'); return answer.status") == 404
    assert "one line\ntwo" in in_frame(frame, "return (await (await fetch('/')).text())")
    # Nothing of the pages was asked of the server.
    assert set(site.hits) <= set(site.files), site.hits
    # The page that is not there is told in the console.
    phone.faults.clear()


def test_heads_as_a_server_gets_them(phone, site):
    frame = phone.open()
    head = in_frame(frame, "return (await fetch('/head', { headers: { 'X-Background': '1' } })).json()")
    fields = dict(head["headers"])
    host = site.address.removeprefix("http://")
    assert (head["method"], head["target"], fields["host"], fields["x-background"]) == ("GET", "/head", host, "1")
    assert (fields["sec-fetch-site"], fields["sec-fetch-mode"], fields["sec-fetch-dest"]) == ("same-origin", "cors", "empty")
    assert "origin" not in fields and "cookie" not in fields
    assert re.fullmatch(r"\d+/\d+/[01]", fields["x-storage"])
    sent = dict(in_frame(frame, "return (await fetch('/head', { method: 'POST', body: 'x' })).json()")["headers"])
    assert sent["origin"] == site.address
    frame.goto(site.address + "/head")
    navigated = dict(json.loads(frame.locator("pre").inner_text())["headers"])
    assert (navigated["sec-fetch-mode"], navigated["sec-fetch-dest"]) == ("navigate", "document")
    configuration = in_frame(frame, "return (await fetch('/configuration')).json()")
    assert (configuration["origin"], configuration["folder"]) == (site.address, "/vault")


def test_policies_of_frame_and_pages(phone, site):
    frame = phone.open()
    headers = in_frame(frame, "return [...(await fetch('/')).headers]")
    fields = dict(headers)
    assert "frame-ancestors 'self'" in fields["content-security-policy"] and fields["x-frame-options"] == "SAMEORIGIN"
    shell = phone.page.evaluate("fetch('" + site.path("shell") + "').then((answer) => Object.fromEntries(answer.headers))")
    assert "'wasm-unsafe-eval'" in shell["content-security-policy"] and "unsafe-inline" not in shell["content-security-policy"]


def test_a_policy_of_the_server_may_name_a_relay_elsewhere(phone, site):
    phone.open()
    # The rest of it would stop the app, and is not signed.
    site.policy = "default-src 'none'; script-src 'none'; connect-src 'self' https://relay.example.org"
    ask = "fetch('" + site.path("worker") + "').then((answer) => answer.headers.get('content-security-policy'))"
    phone.page.reload()
    until(phone, lambda: "connect-src 'self' https://relay.example.org;" in phone.page.evaluate(ask), "the policy")
    assert "script-src 'self' 'wasm-unsafe-eval'" in phone.page.evaluate(ask)
    phone.page.reload()
    expect(phone.page.frame_locator("iframe").locator("h1")).to_have_text("Home")


def test_events_are_heard_and_their_end_is_told(phone):
    frame = phone.open()
    until(phone, lambda: frame.evaluate("document.documentElement.dataset.listens"), "the stream of events")
    in_frame(frame, "await fetch('/save', { method: 'POST', body: new URLSearchParams({ line: 'x' }), redirect: 'manual' })")
    until(phone, lambda: frame.evaluate("document.documentElement.dataset.heard") == "1", "the event")
    assert in_frame(frame, "return (await fetch('/cancelled')).text()") == "-1"
    frame.locator("#other").click()
    expect(frame.locator("h1")).to_have_text("Other")
    until(phone, lambda: in_frame(frame, "return (await fetch('/cancelled')).text()") != "-1", "the cancel")


def test_an_answer_comes_in_pieces_by_a_timer(phone):
    frame = phone.open()
    assert in_frame(frame, "return (await fetch('/ticks')).text()") == "1 2 3 "


def test_upload_and_download(phone, tmp_path):
    frame = phone.open()
    content = bytes(range(256)) * 8000
    (tmp_path / "photo.bin").write_bytes(content)
    frame.get_by_label("File").set_input_files(tmp_path / "photo.bin")
    frame.get_by_role("button", name="Upload").click()
    expect(frame.locator("#size")).to_be_visible()
    assert int(frame.locator("#size").inner_text()) > len(content)
    frame.goto(phone.site.address + "/")
    for link in "#download", "#save":
        with phone.page.expect_download() as download:
            frame.locator(link).click()
        saved = download.value.path().read_bytes()
        assert len(saved) == 32 * 65536 and saved[:1] == b"a" and saved[-1:] == b"f"
        assert download.value.suggested_filename == "copy.bin"


def test_too_large_an_upload_is_one_sentence(phone):
    frame = phone.open()
    phone.faults.clear()
    answer = in_frame(frame, "const sent = await fetch('/upload', { method: 'POST', body: new Blob([new Uint8Array(65 << 20)]) }); return [sent.status, await sent.text()]")
    assert answer[0] == 413 and "too large for the phone" in answer[1]
    phone.faults.clear()


def test_fetch_of_the_program(phone, site):
    frame = phone.open()
    assert in_frame(frame, "return (await fetch('/ask')).text()").endswith("hello")
    assert "/v1/hello" in site.hits
    site.v1 = (200, b"x" * 2000)
    assert in_frame(frame, "return (await fetch('/ask')).text()") == "failed: tooLarge"
    site.v1 = None
    assert in_frame(frame, "return (await fetch('/ask?late')).text()") == "failed: late"
    phone.context.set_offline(True)
    assert in_frame(frame, "return (await fetch('/ask')).text()") == "failed: offline"
    phone.context.set_offline(False)
    phone.faults.clear()


def test_back_and_reload(phone):
    frame = phone.open()
    frame.locator("#other").click()
    expect(frame.locator("h1")).to_have_text("Other")
    frame.evaluate("setTimeout(() => history.back())")
    expect(phone.page.frame_locator("iframe").locator("h1")).to_have_text("Home")
    phone.frame().locator("#other").click()
    expect(phone.page.frame_locator("iframe").locator("h1")).to_have_text("Other")
    phone.page.reload()
    expect(phone.page.frame_locator("iframe").locator("h1")).to_have_text("Other")


def test_a_page_at_the_top_goes_into_the_frame(phone, site):
    phone.open()
    page = phone.context.new_page()
    phone.page.close()
    page.goto(site.address + "/other?x=2")
    expect(page.frame_locator("iframe").locator("h1")).to_have_text("Other")
    assert page.url == site.address + "/" and page.frames[1].url.endswith("/other?x=2")


def test_a_window_that_a_page_opens_is_a_page(phone):
    frame = phone.open()
    with phone.context.expect_page() as opened:
        frame.locator("#new").click()
    expect(opened.value.locator("h1")).to_have_text("Other")


def test_a_forced_reload_is_a_start_like_any(phone):
    phone.open()
    with phone.page.expect_navigation():
        phone.context.new_cdp_session(phone.page).send("Page.reload", {"ignoreCache": True})
    expect(phone.page.frame_locator("iframe").locator("h1")).to_have_text("Home")


def test_a_stopped_service_worker_begins_again(phone):
    frame = phone.open()
    save(frame, "before")
    session = phone.context.new_cdp_session(phone.page)
    session.send("ServiceWorker.enable")
    session.send("ServiceWorker.stopAllWorkers")
    frame.locator("#other").click()
    expect(frame.locator("h1")).to_have_text("Other")
    frame.locator("#home").click()
    expect(frame.locator("#lines")).to_contain_text("before")


def test_it_starts_without_a_network(phone, site):
    frame = phone.open()
    save(frame, "kept")
    # No answer comes, and no error either.
    site.server.shutdown()
    phone.page.reload()
    expect(phone.page.frame_locator("iframe").locator("#lines")).to_contain_text("kept")
    phone.context.set_offline(True)
    phone.page.reload()
    expect(phone.page.frame_locator("iframe").locator("#lines")).to_contain_text("kept")
    phone.faults.clear()


def test_a_second_window_may_take_over(phone, site):
    frame = phone.open()
    save(frame, "first")
    frame.get_by_label("Line").fill("typed")
    second = phone.context.new_page()
    second.goto(site.address + "/")
    expect(second.get_by_role("heading")).to_have_text("Auralyst is open in another window")
    second.get_by_role("button", name="Use it here").click()
    expect(second.frame_locator("iframe").locator("#lines")).to_contain_text("first")
    expect(phone.page.get_by_role("heading", name="Auralyst is open in another window")).to_be_visible()
    expect(phone.page.locator("iframe")).to_be_hidden()
    # And back: what was typed is there.
    phone.page.get_by_role("button", name="Use it here").click()
    expect(phone.page.locator("iframe")).to_be_visible()
    expect(phone.page.frame_locator("iframe").get_by_label("Line")).to_have_value("typed")
    expect(second.get_by_role("heading", name="Auralyst is open in another window")).to_be_visible()


def test_a_window_that_does_not_answer_loses_the_files(phone, site):
    site.sources["shell.js"] = with_limits(site.sources["shell.js"], handover=500)
    site.release(1)
    phone.page.add_init_script("BroadcastChannel.prototype.addEventListener = () => {};")
    save(phone.open(), "first")
    second = phone.context.new_page()
    second.goto(site.address + "/")
    # Nothing happens at once, so someone taps it again: that must not take the files from this very window.
    second.get_by_role("button", name="Use it here").evaluate("(button) => { button.click(); button.click(); }")
    expect(phone.page.get_by_role("heading", name="Auralyst is open in another window")).to_be_visible()
    expect(phone.page.locator("iframe")).to_be_hidden()
    frame = phone.frame(second)
    expect(frame.locator("#lines")).to_have_text("first")
    save(frame, "second")
    expect(second.get_by_role("heading", name="Auralyst is open in another window")).to_be_hidden()
    # And back.
    phone.page.get_by_role("button", name="Use it here").click()
    expect(second.get_by_role("heading", name="Auralyst is open in another window")).to_be_visible()
    frame = phone.frame()
    frame.locator("#other").click()
    frame.locator("#home").click()
    expect(frame.locator("#lines")).to_have_text("first\nsecond")


def test_without_a_shell_a_page_is_a_sentence_and_a_script_fails(phone, site):
    site.sources["sw.js"] = site.sources["sw.js"].replace(b"const patience =", b"let patience =")
    site.release(1)
    frame = phone.open()
    with phone.context.expect_page() as opened:
        frame.locator("#new").click()
    other = opened.value
    expect(other.locator("h1")).to_have_text("Other")
    ask = "fetch('/other').then(() => 'answered', (error) => error.name)"
    assert other.evaluate(ask) == "answered"
    phone.page.close()
    [worker] = phone.context.service_workers
    worker.evaluate("patience = 1")
    assert other.evaluate(ask) == "TypeError"
    assert other.reload().status == 503
    expect(other.locator("h1")).to_have_text("Auralyst isn’t running")
    expect(other.locator("p").first).to_have_text("Open it again. What was saved is there.")
    worker.evaluate("patience = 600000")
    other.get_by_role("link", name="Open Auralyst").click()
    expect(other.frame_locator("iframe").locator("h1")).to_have_text("Home")
    phone.faults.clear()


def test_a_page_that_traps_is_a_sentence(phone):
    frame = phone.open()
    frame.locator("#trap").click()
    expect(frame.locator("h1")).to_have_text("Auralyst isn’t running")
    frame.get_by_role("link", name="Open Auralyst").click()
    expect(phone.page.frame_locator("iframe").locator("h1")).to_have_text("Home")
    phone.faults.clear()


def test_a_trap_starts_a_new_worker_and_what_is_typed_stays(phone):
    frame = phone.open()
    save(frame, "saved before")
    frame.get_by_label("Line").fill("typed")
    # A script hears what it hears where no server is.
    assert in_frame(frame, "return fetch('/trap').then(() => 'answered', () => 'gone')") == "gone"
    expect(phone.page.get_by_role("heading", name="Auralyst stopped unexpectedly and was started again")).to_be_visible()
    expect(phone.page.locator("details")).to_contain_text("on purpose")
    phone.page.get_by_role("button", name="OK").click()
    until(phone, lambda: frame.evaluate("document.documentElement.dataset.told") == "restarted", "the new start")
    assert frame.get_by_label("Line").input_value() == "typed"
    frame.get_by_role("button", name="Save").click()
    expect(frame.locator("#lines")).to_contain_text("saved before\ntyped")
    phone.faults.clear()


def closed(worker):
    """What happens to a worker: empty while it is there."""
    ends = []
    worker.on("close", lambda _: ends.append(1))
    return ends


def test_a_program_that_hangs_is_ended_by_the_owner(phone, site):
    site.sources["shell.js"] = with_limits(site.sources["shell.js"], silence=800)
    site.release(1)
    frame = phone.open()
    save(frame, "saved before")
    frame.get_by_label("Line").fill("typed")
    ended = closed(phone.page.workers[0])
    frame.evaluate("void fetch('/hang').then(() => 'answered', () => 'gone').then((how) => { document.documentElement.dataset.hung = how; })")
    expect(phone.page.get_by_role("heading", name="Auralyst doesn’t answer")).to_be_visible()
    assert not ended
    # The pages are still there.
    assert frame.get_by_label("Line").input_value() == "typed"
    phone.page.get_by_role("button", name="Start again").click()
    until(phone, lambda: frame.evaluate("document.documentElement.dataset.hung") == "gone", "the end of the request")
    until(phone, lambda: ended, "the end of the worker")
    until(phone, lambda: frame.evaluate("document.documentElement.dataset.told") == "restarted", "the new start")
    expect(phone.page.get_by_role("heading", name="Auralyst doesn’t answer")).to_be_hidden()
    frame.get_by_role("button", name="Save").click()
    expect(frame.locator("#lines")).to_contain_text("saved before\ntyped")
    # The page's streams broke off.
    phone.faults.clear()


# The worker waits for the server, as if it were busy.
LONG = b"""
addEventListener("message", ({ data }) => {
  if (data.head?.target !== "/long") return;
  const held = new XMLHttpRequest();
  held.open("GET", "/v1/hold", false);
  held.send();
});
"""


def test_long_work_is_left_alone_and_its_end_takes_the_sentence_away(phone, site):
    site.sources["shell.js"] = with_limits(site.sources["shell.js"], silence=800)
    site.release(1, worker=site.sources["worker.js"] + LONG)
    frame = phone.open()
    save(frame, "saved before")
    site.v1 = None
    ended = closed(phone.page.workers[0])
    in_frame(frame, "await fetch('/long')")
    # Someone waits for a page meanwhile.
    frame.evaluate("void fetch('/')")
    expect(phone.page.get_by_role("heading", name="Auralyst doesn’t answer")).to_be_visible()
    site.let_go.set()
    expect(phone.page.get_by_role("heading", name="Auralyst doesn’t answer")).to_be_hidden()
    frame.get_by_label("Line").fill("after")
    frame.get_by_role("button", name="Save").click()
    expect(frame.locator("#lines")).to_contain_text("saved before\nafter")
    assert not ended and "told" not in frame.evaluate("({ ...document.documentElement.dataset })")
    # The small program does not know this page.
    phone.faults.clear()


# The same before the small program hears of it: no page comes until the server has answered.
BUSY = LONG.replace(b'data.head?.target !== "/long"', b'!["/save", "/other?x=1"].includes(data.head?.target) || globalThis.isFree') + b"\n"


def busy(site):
    """The service worker waits for a page as long as it takes to say so."""
    site.sources["sw.js"] = with_limits(site.sources["sw.js"], longest=300)
    site.release(1, worker=BUSY.replace(b"held.send();", b"held.send();\n  globalThis.isFree = true;") + site.sources["worker.js"])
    site.v1 = None


def waits(phone, times):
    """The page that waits has been shown, and has asked again so often."""
    expect(phone.page.frame_locator("iframe").locator("h1")).to_have_text("Auralyst is still working")
    expect(phone.page.frame_locator("iframe").get_by_role("link")).to_have_count(0)
    for _ in range(times):
        with phone.page.expect_event("framenavigated"):
            pass


def test_a_page_that_takes_longer_than_a_service_worker_may_is_waited_for(phone, site):
    busy(site)
    frame = phone.open()
    frame.get_by_label("Line").fill("sent once")
    frame.get_by_role("button", name="Save").click()
    waits(phone, 3)
    site.let_go.set()
    frame = phone.frame()
    expect(frame.locator("#lines")).to_have_text("sent once")
    assert frame.url.endswith("/?saved=1")
    assert set(site.hits) <= {*site.files, "/v1/hold"}, site.hits


def test_an_address_that_is_waited_for_stays_the_page_s_own(phone, site):
    busy(site)
    phone.open().locator("#other").click()
    waits(phone, 3)
    site.let_go.set()
    expect(phone.page.frame_locator("iframe").locator("h1")).to_have_text("Other")
    assert phone.frame().url.endswith("/other?x=1")


def test_locked_ends_the_worker(phone):
    frame = phone.open()
    save(frame, "x")
    before = {worker.url for worker in phone.page.workers}
    assert len(before) == 1
    ended = closed(phone.page.workers[0])
    in_frame(frame, "await fetch('/lock', { redirect: 'manual' })")
    until(phone, lambda: ended, "the end of the worker")
    until(phone, lambda: frame.evaluate("document.documentElement.dataset.told") == "locked", "the lock")
    # The new one answers: it has counted fewer requests.
    frame.goto(phone.site.address + "/")
    assert int(frame.locator("#served").inner_text()) < 4


def test_hidden_longer_than_the_owner_says_is_locked(phone):
    frame = phone.open()
    in_frame(frame, "await fetch('/note?1', { method: 'POST', body: JSON.stringify({ idle: null, hidden: 0 }) })")
    ended = closed(phone.page.workers[0])
    phone.page.evaluate("Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true }); document.dispatchEvent(new Event('visibilitychange'))")
    until(phone, lambda: ended, "the end of the worker")


def test_a_lock_waits_for_the_end_of_something_long(phone):
    frame = phone.open()
    note = "await fetch('/note?1', { method: 'POST', body: JSON.stringify(%s) })"
    in_frame(frame, note % "{ working: true }")
    in_frame(frame, note % "{ idle: 0 }")
    save(frame, "still at work")
    ended = closed(phone.page.workers[0])
    # It may end before it has answered this.
    in_frame(frame, (note % "{ working: false }").removeprefix("await ") + ".catch(() => null)")
    until(phone, lambda: ended, "the end of the worker")
    phone.faults.clear()


def test_files_are_there_after_the_browser_was_closed(phone):
    frame = phone.open()
    save(frame, "lasting")
    phone.close()
    phone.start()
    expect(phone.open().locator("#lines")).to_contain_text("lasting")


def test_confirmed_lines_are_there_after_a_kill_in_the_middle_of_writing(phone):
    confirmed = []
    for turn in range(4):
        frame = phone.open()
        expect(frame.locator("h1")).to_have_text("Home")
        found = frame.locator("#lines").inner_text().splitlines()
        assert [line for line in found if line in confirmed] == confirmed
        frame.evaluate("window.done = []")
        frame.evaluate(
            """(turn) => { (async () => { for (let number = 0; ; number += 1) {
              const line = `line ${turn} ${number}`;
              const answer = await fetch('/save', { method: 'POST', body: new URLSearchParams({ line }), redirect: 'manual' });
              if (answer.type === 'opaqueredirect') window.done.push(line);
            } })() }""", turn)
        until(phone, lambda: frame.evaluate("window.done.length") > 5 + 7 * turn, "lines")
        confirmed += [line for line in frame.evaluate("window.done")]
        phone.kill()
        phone.start()
    found = phone.open().locator("#lines").inner_text().splitlines()
    assert [line for line in found if line in confirmed] == confirmed
    phone.faults.clear()


def test_calls_of_files_in_the_private_file_system(phone):
    frame = phone.open()
    assert in_frame(frame, "return (await fetch('/try')).text()") == "0 0"


def test_a_full_phone_is_an_answer_and_loses_nothing(phone, site):
    frame = phone.open()
    save(frame, "before")
    session = phone.context.new_cdp_session(phone.page)
    used = phone.page.evaluate("navigator.storage.estimate().then(({ usage }) => usage)")
    # The browser counts in steps of some hundred kilobytes.
    session.send("Storage.overrideQuotaForOrigin", {"origin": site.address, "quotaSize": used + (2 << 20)})
    answers = in_frame(frame, """const seen = []
      while (seen.length < 200 && !seen.at(-1)?.startsWith('not saved')) {
        const answer = await fetch('/save', { method: 'POST', body: new URLSearchParams({ line: 'x'.repeat(50000) }), redirect: 'manual' })
        seen.push(answer.type === 'opaqueredirect' ? 'saved' : await answer.text())
      }
      return seen""")
    assert answers[-1] == "not saved: 51", answers
    session.send("Storage.overrideQuotaForOrigin", {"origin": site.address})
    frame.goto(site.address + "/")
    assert int(frame.locator("#bytes").inner_text()) >= 7 + answers.count("saved") * 50001
    assert frame.locator("#lines").inner_text().startswith("before\nxxx")
    assert in_frame(frame, "return (await fetch('/save', { method: 'POST', body: new URLSearchParams({ line: 'after' }), redirect: 'manual' })).type") == "opaqueredirect"
    phone.faults.clear()


def runs_second(page):
    try:
        return any(worker.evaluate("globalThis.second") == 2 for worker in page.workers)
    except Error:
        # It was of the version before.
        return False


def test_a_new_version_is_offered_and_the_old_one_stays_until_it_has_opened_the_vault(phone, site):
    frame = phone.open()
    save(frame, "by the first")
    site.release(2, worker=site.sources["worker.js"] + b"\nglobalThis.second = 2;\n")
    phone.page.reload()
    expect(phone.page.get_by_role("heading", name=re.compile("^Auralyst .+ is here$"))).to_be_visible()
    phone.page.get_by_role("button", name="Use it now").click()
    until(phone, lambda: runs_second(phone.page), "the second version")
    frame = phone.frame()
    expect(frame.locator("#lines")).to_contain_text("by the first")
    ask = "new Promise((go) => { const { port1, port2 } = new MessageChannel(); port1.onmessage = ({ data }) => go(data.state); navigator.serviceWorker.controller.postMessage({ deed: 'installed' }, [port2]); })"
    state = phone.page.evaluate(ask)
    assert (state["current"]["number"], state["next"]["number"], state["isTrying"]) == (1, 2, True)
    in_frame(frame, "await fetch('/note?1', { method: 'POST', body: JSON.stringify({ opened: true }) })")
    until(phone, lambda: phone.page.evaluate(ask)["current"]["number"] == 2, "the second version")
    # An older one is refused with a sentence.
    site.release(1)
    phone.page.reload()
    expect(phone.page.get_by_role("heading", name="A new version was not installed")).to_be_visible()
    phone.faults.clear()


def test_a_new_version_that_does_not_start_is_given_up(phone, site):
    frame = phone.open()
    save(frame, "by the first")
    site.release(2, worker=b"throw new Error('no');\n")
    phone.page.reload()
    phone.page.get_by_role("button", name="Use it now").click()
    phone.page.get_by_role("button", name="Go back").click()
    expect(phone.page.frame_locator("iframe").locator("#lines")).to_contain_text("by the first")
    phone.faults.clear()


def test_a_new_version_that_stops_before_it_opens_the_vault_is_given_up_or_replaced(phone, site):
    frame = phone.open()
    save(frame, "by the first")
    site.release(2, worker=site.sources["worker.js"] + b"\nglobalThis.second = 2;\n")
    phone.page.reload()
    phone.page.get_by_role("button", name="Use it now").click()
    until(phone, lambda: runs_second(phone.page), "the second version")
    site.release(3)
    phone.page.reload()
    expect(phone.page.get_by_role("button", name="Use it now")).to_be_visible()
    frame = phone.frame()
    expect(frame.locator("#lines")).to_contain_text("by the first")
    for _ in range(2):
        assert in_frame(frame, "return fetch('/trap').then(() => 'answered', () => 'gone')") == "gone"
        expect(phone.page.get_by_role("button", name="Go back")).to_be_visible()
        in_frame(frame, "await fetch('/configuration')")
    in_frame(frame, "await fetch('/trap').catch(() => null)")
    expect(phone.page.get_by_role("heading", name="The new version doesn’t start")).to_be_visible()
    phone.page.get_by_role("button", name="Go back").click()
    expect(phone.page.frame_locator("iframe").locator("#lines")).to_contain_text("by the first")
    assert not runs_second(phone.page)
    # What came meanwhile is offered.
    expect(phone.page.get_by_role("button", name="Use it now")).to_be_visible()
    phone.faults.clear()


# MARK: What keeps it from starting

def is_said(phone, title):
    """The sentence is all that is shown."""
    expect(phone.page.get_by_role("heading")).to_have_text(title)
    expect(phone.page).to_have_title(title)
    expect(phone.page.locator("iframe:visible")).to_have_count(0)


def test_an_address_without_https_says_where_the_right_one_is(phone, site):
    def answer(route):
        type_, content = site.files[urllib.parse.urlsplit(route.request.url).path]
        route.fulfill(content_type=type_, body=content)

    phone.context.route("http://phone.example/**", answer)
    phone.page.goto("http://phone.example/")
    is_said(phone, "Auralyst needs an https address")
    # No script fails before it.
    assert all(fault.startswith("asked http://phone.example/") for fault in phone.faults), phone.faults
    phone.faults.clear()


@pytest.mark.parametrize("missing, title", [
    ("window.WebAssembly", "Auralyst needs WebAssembly"),
    ("Navigator.prototype.serviceWorker", "Auralyst doesn’t run in this window"),
    ("Navigator.prototype.locks", "Auralyst doesn’t run in this window"),
    ("StorageManager.prototype.getDirectory", "Auralyst doesn’t run in this window"),
], ids=["WebAssembly", "service workers", "locks", "private files"])
def test_a_window_without_what_it_needs_is_said(phone, site, missing, title):
    phone.page.add_init_script(f"delete {missing};")
    phone.page.goto(site.address)
    is_said(phone, title)
    # Another window has it.
    expect(phone.open(page=phone.context.new_page()).locator("h1")).to_have_text("Home")


PAGE = ("text/html", b"<!doctype html><title>Welcome</title>")
FAILS = ("text/javascript", b"addEventListener('install', (event) => event.waitUntil(Promise.reject(new Error('no'))));")
# What a browser throws whose disk is full.
FULL = b"Cache.prototype.put = async () => { throw new DOMException('on purpose', 'QuotaExceededError'); };"


@pytest.mark.parametrize("name, wrong, text", [
    ("/sw.js", None, "Check the connection"), ("/sw.js", PAGE, "Check the connection"), ("/sw.js", FAILS, "Check the connection"),
    ("/-/release", None, "is incomplete"), ("/-/release", PAGE, "is not a version of Auralyst"), ("worker", PAGE, "is incomplete"),
    ("/sw.js", FULL, "This phone has no room left"),
], ids=["no service worker", "a page for a service worker", "a service worker that fails", "no release", "a page for a release", "a page for a file", "no room"])
def test_an_app_that_cannot_be_installed_says_so_and_is_tried_again(phone, site, name, wrong, text):
    right, path = site.files, name if name.startswith("/") else site.path(name)
    if wrong is FULL:
        wrong = (right[path][0], FULL + right[path][1])
    site.files = {**right, path: wrong} if wrong else {one: file for one, file in right.items() if one != path}
    phone.page.goto(site.address)
    is_said(phone, "Auralyst could not be installed")
    expect(phone.page.locator("main p")).to_contain_text(text)
    site.files = right
    phone.page.get_by_role("button", name="Try again").click()
    expect(phone.page.frame_locator("iframe").locator("h1")).to_have_text("Home")
    phone.faults.clear()


# A new worker asks the server which call of the browser fails with which name. All time to wait for another worker is then over.
TROUBLE = b"""{
  const asked = new XMLHttpRequest();
  asked.open("GET", "/v1/trouble", false);
  asked.send();
  const [owner, call, name] = asked.responseText.split(" ");
  if (name) {
    (globalThis[owner].prototype ?? globalThis[owner])[call] = () => { throw new DOMException("on purpose", name); };
    let now = 0;
    Date.now = () => (now += 60_000);
  }
}
"""


@pytest.mark.parametrize("trouble, title, again", [
    ("StorageManager getDirectory SecurityError", "Auralyst can’t save in a private window", False),
    ("StorageManager getDirectory UnknownError", "Auralyst can’t open its files", True),
    ("StorageManager getDirectory InvalidStateError", "Auralyst doesn’t start", True),
    ("FileSystemFileHandle createSyncAccessHandle NotSupportedError", "This browser can’t keep a journal", False),
    ("FileSystemFileHandle createSyncAccessHandle NoModificationAllowedError", "Auralyst is still open in another window", True),
    ("FileSystemDirectoryHandle getDirectoryHandle QuotaExceededError", "This phone has no room left", True),
    ("FileSystemSyncAccessHandle write QuotaExceededError", "This phone has no room left", True),
    ("WebAssembly instantiate RangeError", "Auralyst doesn’t start", True),
], ids=["private window", "private window of WebKit", "any other fault", "old browser", "another worker", "no room for a folder", "no room for the names", "no memory"])
def test_files_that_cannot_be_opened_are_a_sentence_and_are_tried_again(phone, site, trouble, title, again):
    site.v1 = (200, b"")
    site.release(1, worker=TROUBLE + site.sources["worker.js"])
    save(phone.open(), "before")
    site.v1 = (200, trouble.encode())
    phone.page.reload()
    is_said(phone, title)
    site.v1 = (200, b"")
    button = phone.page.get_by_role("button", name="Try again")
    expect(button).to_have_count(1 if again else 0)
    button.click() if again else phone.page.reload()
    expect(phone.page.frame_locator("iframe").locator("#lines")).to_have_text("before")
    expect(phone.page.get_by_role("heading", name=title)).to_be_hidden()
    if trouble.startswith("WebAssembly"):
        # The first page was on its way by then.
        phone.faults[:] = [fault for fault in phone.faults if "503" not in fault]


# In the app's folder of files, as soon as no worker has them.
IN_FOLDER = """async () => {
  const root = await navigator.storage.getDirectory();
  for (;;) {
    try {
      %s
      return;
    } catch (error) {
      if (error.name !== "NoModificationAllowedError") throw error;
      await new Promise((go) => { setTimeout(go, 50); });
    }
  }
}"""


def test_damaged_files_are_said_and_a_removed_site_begins_again(phone, site):
    save(phone.open(), "before")
    # A page of the same origin without a program.
    phone.page.goto(site.address + "/v1/hello")
    phone.page.evaluate(IN_FOLDER % """const folder = await root.getDirectoryHandle("auralyst");
      for (const name of ["table.a", "table.b"]) {
        const table = await (await folder.getFileHandle(name)).createWritable();
        await table.write("not a table");
        await table.close();
      }""")
    phone.page.goto(site.address)
    is_said(phone, "Auralyst’s files on this phone are damaged")
    phone.page.evaluate(IN_FOLDER % """await root.removeEntry("auralyst", { recursive: true });""")
    phone.page.get_by_role("button", name="Try again").click()
    save(phone.frame(), "a new one")
    expect(phone.frame().locator("#lines")).to_have_text("a new one")


# MARK: What the program hears of the phone, and asks of the browser

IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1"
MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15"
ANDROID = "Mozilla/5.0 (Linux; Android 14; Pixel 7 Build/AP2A.240805) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36"
REDUCED = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36"
FIREFOX = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"


@pytest.mark.parametrize("agent, own, device, must_install", [
    (IPHONE, {"maxTouchPoints": 5, "standalone": False}, "iPhone", True),
    (IPHONE, {"maxTouchPoints": 5, "standalone": True}, "iPhone", False),
    (MAC, {"maxTouchPoints": 5, "standalone": False}, "iPad", True),
    (MAC, {"maxTouchPoints": 5, "standalone": True}, "iPad", False),
    (MAC, {"maxTouchPoints": 0}, None, False),
    (ANDROID, {"maxTouchPoints": 5}, "Pixel 7", False),
    (REDUCED, {"maxTouchPoints": 5, "model": "Pixel 9"}, "Pixel 9", False),
    (REDUCED, {"maxTouchPoints": 5, "model": ""}, None, False),
    (FIREFOX, {"maxTouchPoints": 5}, None, False),
], ids=["iPhone", "iPhone, installed", "iPad", "iPad, installed", "Mac", "Android", "Chrome on Android", "Chrome without a model", "Firefox on Android"])
def test_the_program_hears_which_device_it_is_and_whether_to_install_it(phone, agent, own, device, must_install):
    phone.page.add_init_script("""{
      const { model, ...own } = %s;
      own.userAgentData = model === undefined ? undefined : { getHighEntropyValues: async () => ({ model }) };
      for (const [name, value] of Object.entries(own)) Object.defineProperty(Navigator.prototype, name, { get: () => value });
    }""" % json.dumps({**own, "userAgent": agent}))
    configuration = in_frame(phone.open(), "return (await fetch('/configuration')).json()")
    assert (configuration.get("device"), configuration["mustInstall"]) == (device, must_install)


def test_the_browser_is_asked_once_to_keep_the_files_and_the_program_hears_of_it(phone, site):
    # The worker does not look by itself.
    site.sources["worker.js"] = with_limits(site.sources["worker.js"], roomFor=600_000)
    site.release(1)
    phone.page.add_init_script("""
      window.asked = 0;
      const own = StorageManager.prototype.persist;
      StorageManager.prototype.persist = function () { window.asked += 1; return own.call(this); };""")
    frame = phone.open()

    def noted(note):
        in_frame(frame, f"await fetch('/note?1', {{ method: 'POST', body: '{json.dumps(note)}' }})")
        return phone.page.evaluate("window.asked")

    def is_kept():
        return dict(in_frame(frame, "return (await fetch('/head')).json()")["headers"])["x-storage"].endswith("/1")

    assert noted({"opened": True}) == 0
    phone.context.new_cdp_session(phone.page).send("Browser.grantPermissions", {"permissions": ["durableStorage"], "origin": site.address})
    assert not is_kept()
    assert noted({"opened": True, "persist": True}) == 1
    until(phone, is_kept, "the word that the files are kept")
    assert noted({"opened": True}) == 1
