// Run by scripts/browser-test, which says where the pages are. Fails with an exception.
"use strict";
const assert = require("node:assert/strict");
const path = require("node:path");
const { pathToFileURL } = require("node:url");
const { chromium } = require("playwright-core");

const { CHROMIUM, GALLERY, SHOTS, PROFILE } = process.env;
const url = (name, step) => pathToFileURL(path.join(GALLERY, name)).href + (step ? `#step-${step}` : "");
const args = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
];

/** What the page shows: read from the DOM, as somebody would who sees it. */
const seen = (page) => page.evaluate(() => {
  const visible = (element, pane) => {
    const a = element.getBoundingClientRect(), b = pane.getBoundingClientRect();
    return a.height > 0 && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
  };
  const item = document.querySelectorAll("#items .now"), mark = document.querySelectorAll("#drawing .now");
  const variables = {};
  for (const table of document.querySelectorAll("#variables table")) {
    const rows = Array.from(table.rows, (r) => [r.cells[0].textContent, r.cells[1].textContent]);
    variables[table.caption.textContent] = Object.fromEntries(rows);
  }
  return {
    title: document.title,
    hash: location.hash,
    position: document.getElementById("position").textContent,
    items: item.length,
    item: item[0] && item[0].querySelector(".what").textContent,
    itemVisible: item[0] ? visible(item[0], document.getElementById("list")) : false,
    selected: document.querySelectorAll("#items [aria-selected=true]").length,
    active: document.getElementById("list").getAttribute("aria-activedescendant") === (item[0] && item[0].id),
    marks: mark.length,
    mark: mark[0] && mark[0].querySelector("title").textContent,
    markVisible: mark[0] ? visible(mark[0], document.getElementById("chart")) : false,
    changedVisible: Array.from(document.querySelectorAll("#variables .changed")).slice(0, 1).every((tr) => visible(tr, document.getElementById("variables"))),
    changed: Array.from(document.querySelectorAll("#variables .changed th"), (th) => th.textContent),
    variables,
    source: (document.querySelector("#source .now") || {}).textContent,
    images: document.images.length,
    scripts: document.scripts.length,
  };
});

/** The current step is one, in the list as in the chart, and can be seen. */
const sane = (s, hash) => {
  assert.equal(s.hash, hash);
  assert.deepEqual([s.items, s.marks, s.selected], [1, 1, 1]);
  assert.ok(s.itemVisible && s.markVisible && s.active && s.changedVisible, JSON.stringify(s));
  assert.ok(s.mark.startsWith(s.item), `${s.mark} | ${s.item}`);
  return s;
};

(async () => {
  const context = await chromium.launchPersistentContext(PROFILE, { executablePath: CHROMIUM, headless: true, args, viewport: { width: 1280, height: 800 } });
  const problems = [], requests = [];
  const open = async (name, step) => {
    const page = await context.newPage();
    page.on("pageerror", (e) => problems.push(`${name}: ${e}`));
    page.on("console", (m) => { if (m.type() === "error") problems.push(`${name}: ${m.text()}`); });
    page.on("dialog", (d) => { problems.push(`${name}: dialog ${d.message()}`); d.dismiss(); });
    page.on("request", (r) => { if (!r.url().startsWith("file:") || r.url().split("#")[0] !== url(name)) requests.push(r.url()); });
    await page.goto(url(name, step));
    return page;
  };
  const press = async (page, ...keys) => { for (const key of keys) await page.keyboard.press(key); return seen(page); };

  // Keyboard alone.
  {
    const page = await open("assertion.html");
    // It opens where it goes wrong.
    const opened = await seen(page);
    assert.match(opened.item, /^FAIL: collective_assertion$/);
    assert.ok(opened.itemVisible && opened.markVisible);
    // And offers the execution as a test.
    assert.match(await page.evaluate(() => document.getElementById("pinned").textContent), /^#\[test\]\nfn /);
    assert.equal(await page.isVisible("#test"), true);
    const first = await press(page, "Home");
    assert.match(first.position, /^step 1 of \d+$/);
    // The numbers of the steps that matter, among all.
    const rows = await page.evaluate(() => JSON.parse(document.getElementById("data").textContent).essential.rows);
    const essential = rows.flatMap((row, i) => (row === null ? [] : [i + 1]));
    const at = (n) => `#step-${essential[n]}`;
    let s = sane(await press(page, "ArrowDown"), at(1));
    assert.deepEqual(s.changed, ["a"]);
    s = sane(await press(page, "j", "ArrowRight"), at(3));
    assert.equal(s.variables["process 1"].rank, "1");
    assert.equal(s.variables["process 2"].rank, undefined);
    s = sane(await press(page, "k", "ArrowLeft", "ArrowUp"), "#step-1");
    s = sane(await press(page, "End"), `#step-${first.position.split(" ").pop()}`);
    assert.match(s.item, /^FAIL: collective_assertion$/);
    assert.equal(s.variables["process 2"].x, "2");
    assert.match(s.source, /collective_assert!/);
    s = sane(await press(page, "Home"), "#step-1");
    s = sane(await press(page, "PageDown"), at(10));
    assert.equal(s.item, "send 2 to 0 #2");
    s = sane(await press(page, "PageUp", "a", "ArrowDown"), "#step-2");
    assert.equal(s.item, "size = 3");
    // Stepping by hand through everything gives the same variables as jumping to a step.
    for (let i = 2; i < 20; i++) await press(page, "ArrowDown");
    const walked = await seen(page);
    const jumped = await open("assertion.html", 20);
    assert.deepEqual((await seen(jumped)).variables, walked.variables);
    // Tab reaches what can be operated, and Enter works there.
    await press(page, "Home");
    const focused = [];
    for (let i = 0; i < 9; i++) {
      await page.keyboard.press("Tab");
      focused.push(await page.evaluate(() => document.activeElement.id || document.activeElement.tagName));
    }
    for (const id of ["next", "last", "all", "list", "variables", "source"]) assert.ok(focused.includes(id), `${id}: ${focused}`);
    await page.focus("#next");
    sane(await press(page, "Enter"), "#step-2");
    await page.focus("#all");
    assert.equal(await page.isChecked("#all"), true);
    await page.keyboard.press("Space");
    assert.equal(await page.isChecked("#all"), false);
    // The mouse, too.
    await page.click("#items .item:nth-child(4)");
    sane(await seen(page), at(3));
    await page.click(`#drawing [data-step='${essential[5] - 1}'] .label`);
    sane(await seen(page), at(5));
    // The address is a way in.
    await page.evaluate((hash) => { location.hash = hash; }, at(8));
    await page.waitForFunction((n) => document.getElementById("position").textContent.startsWith(`step ${n} `), essential[8]);
    sane(await seen(page), at(8));
    await page.evaluate(() => { location.hash = "#step-99999"; });
    await page.waitForTimeout(50);
    assert.ok((await seen(page)).position.startsWith(`step ${essential[8]} `));
  }

  // Sixteen processes: the chart and the variables follow.
  {
    const page = await open("sixteen.html", 100);
    sane(await seen(page), "#step-100");
    for (let i = 101; i < 110; i++) sane(await press(page, "ArrowDown"), `#step-${i}`);
  }

  // With width to spare, labels are whole, and with none they can be reached; names of variables
  // are on one line.
  {
    const page = await open("eight.html");
    const cut = () => page.evaluate(() => Array.from(document.querySelectorAll("#drawing .label"), (l) => l.textContent).filter((t) => t.endsWith("…")).length);
    const overflow = () => page.evaluate(() => { const pane = document.getElementById("chart"); return pane.scrollWidth - pane.clientWidth; });
    await page.setViewportSize({ width: 5000, height: 1200 });
    assert.equal(await cut(), 0);
    assert.ok((await overflow()) <= 0);
    await page.setViewportSize({ width: 1280, height: 800 });
    sane(await press(page, "End"), (await seen(page)).hash);
    const heights = await page.evaluate(() => Array.from(document.querySelectorAll("#variables th"), (th) => th.getClientRects().length));
    assert.ok(heights.every((lines) => lines === 1));
  }

  // Whatever a model calls itself, it is only text.
  for (const name of ["hostile.html", "model.html"]) {
    const page = await open(name);
    await press(page, "Home");
    for (let i = 0; i < 8; i++) {
      const s = await press(page, "ArrowDown");
      assert.equal(s.images, 0);
      assert.equal(s.scripts, 2);
      assert.doesNotMatch(JSON.stringify(s.variables), /[\u202e\u001b]/);
      assert.doesNotMatch(s.title, /^pwned$/);
      assert.ok(await page.evaluate(() => !document.querySelector("svg [onload], [onerror], b")));
    }
  }

  // Every page opens, narrow and wide, and is at its last step when asked to be.
  for (const name of ["deadlock", "race", "order", "lost", "two", "shared", "eight", "sixteen"]) {
    const page = await open(`${name}.html`);
    const s = await press(page, "End");
    sane(s, s.hash);
    for (const colorScheme of ["light", "dark"]) {
      for (const width of [1400, 480]) {
        if (!SHOTS) continue;
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 860 });
        await page.screenshot({ path: path.join(SHOTS, `${name}-${colorScheme}-${width}.png`) });
      }
    }
  }

  // Ten thousand steps: opening, moving and scrolling take no longer than anybody waits.
  {
    const page = await context.newPage();
    const start = performance.now();
    await page.goto(url("long.html"));
    await page.waitForSelector("#items .now");
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const opened = performance.now() - start;
    await page.keyboard.press("a");
    const steps = Number((await seen(page)).position.split(" ").pop());
    assert.ok(steps > 10_000, String(steps));
    const timed = (key, times) => page.evaluate(async ([key, times]) => {
      const took = [];
      for (let i = 0; i < times; i++) {
        const start = performance.now();
        document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        document.body.offsetHeight;
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
        took.push(performance.now() - start);
      }
      return Math.max(...took);
    }, [key, times]);
    const moves = {};
    for (const [key, times] of [["Home", 1], ["ArrowDown", 100], ["PageDown", 50], ["End", 1], ["ArrowUp", 100], ["Home", 1], ["a", 2]]) {
      moves[key] = Math.round(await timed(key, times));
    }
    sane(await press(page, "End"), `#step-${steps}`);
    const nodes = await page.evaluate(() => document.querySelectorAll("*").length);
    console.log(`long.html: ${steps} steps, opened in ${Math.round(opened)} ms, ${nodes} elements; slowest move in ms, until painted: ${JSON.stringify(moves)}`);
    assert.ok(opened < 1000, `opening took ${opened} ms`);
    for (const key in moves) assert.ok(moves[key] < 1000, `${key} took ${moves[key]} ms`);
  }

  assert.deepEqual(problems, []);
  assert.deepEqual(requests, []);
  await context.close();
  console.log("the pages work");
})().catch((error) => { console.error(error); process.exit(1); });
