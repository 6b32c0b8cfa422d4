"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const $ = (id) => document.getElementById(id);
  const { steps, processes, row: ROW } = data;
  const TOP = 28, ITEM = 26, CHECKPOINT = 100;
  const SVG = "http://www.w3.org/2000/svg";

  // Characters that nobody sees, and that would turn the text around, are shown as such.
  const plain = (text) => text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "\ufffd");
  const element = (tag, text, className) => {
    const e = document.createElement(tag);
    if (text !== undefined) e.textContent = plain(text);
    if (className) e.className = className;
    return e;
  };
  const shape = (tag, attributes, text) => {
    const e = document.createElementNS(SVG, tag);
    for (const name in attributes) e.setAttribute(name, attributes[name]);
    if (text !== undefined) e.textContent = plain(text);
    return e;
  };
  const shorten = (text, most) => {
    const characters = Array.from(text);
    return characters.length <= most ? text : characters.slice(0, Math.max(most - 1, 0)).join("").trimEnd() + "…";
  };
  const label = (step) => (step.m === undefined ? step.t : step.t + " #" + step.m);

  // What never changes.
  $("headline").textContent = plain(data.headline);
  $("message").textContent = plain(data.message);
  $("pinned").textContent = plain(data.pinned);
  $("test").hidden = !data.pinned;
  for (const [name, value] of data.inputs) {
    const pair = element("div");
    pair.append(element("dt", name), element("dd", value));
    $("inputs").append(pair);
  }

  // The two views: which steps, in which order, and what is in which row.
  const view = (name) => {
    const { rows, count, room: least, want } = data[name];
    const shown = [], index = new Map(), inRow = Array.from({ length: count }, () => []);
    rows.forEach((row, step) => {
      if (row === null) return;
      index.set(step, shown.length);
      shown.push(step);
      inRow[row].push(step);
    });
    const ends = processes.map(() => count - 1);
    steps.forEach((step, i) => { if ((step.k === "end" || step.k === "failure") && rows[i] !== null) ends[step.p] = rows[i]; });
    const lines = [];
    const joined = (groups, className) => {
      for (const group of groups) {
        const members = group.filter((step) => rows[step] !== null);
        if (members.length < 2) continue;
        const at = members.map((step) => rows[step]);
        lines.push({ className, members, from: Math.min(...at), to: Math.max(...at) });
      }
    };
    joined(data.bars, "bar");
    joined(data.joins, "joins");
    for (const [send, receive] of data.messages) {
      if (rows[send] === null) continue;
      const received = receive !== null && rows[receive] !== null;
      lines.push({ send, receive: received ? receive : null, from: rows[send], to: received ? rows[receive] : rows[send] + 1 });
    }
    return { rows, count, least, want, shown, index, inRow, lines, ends };
  };
  // Columns are as wide as they have to be, and where there is space as wide as their labels.
  function arrange(view) {
    const { margin, line, character, gap } = data.column;
    const room = view.least.slice();
    const taken = room.reduce((sum, r) => sum + line + character * r + gap, 2 * margin);
    let left = Math.floor(($("chart").clientWidth - taken) / character);
    while (left > 0) {
      const open = room.flatMap((r, p) => (r < view.want[p] ? [p] : []));
      if (!open.length) break;
      const each = Math.max(1, Math.floor(left / open.length));
      for (const p of open) {
        const more = Math.min(each, view.want[p] - room[p], left);
        room[p] += more;
        left -= more;
      }
    }
    let at = margin;
    view.x = room.map((r) => {
      const x = at + line;
      at = x + character * r + gap;
      return x;
    });
    view.room = room;
    view.width = at + margin;
  }
  const views = { all: view("all"), essential: view("essential") };
  document.querySelector("main").classList.toggle("many", processes.length > 3);
  const arrangeAll = () => [views.all, views.essential].forEach(arrange);
  arrangeAll();
  let now = 0;
  let shownView = views.essential;

  // Variables: every hundredth state is kept, the rest is counted up from there.
  const checkpoints = [];
  {
    const state = processes.map(() => new Map());
    steps.forEach((step, i) => {
      if (i % CHECKPOINT === 0) checkpoints.push(state.map((variables) => new Map(variables)));
      apply(state, step);
    });
  }
  function apply(state, step) {
    for (const [name, value] of step.c || []) {
      if (value === null) state[step.p].delete(name);
      else state[step.p].set(name, value);
    }
  }
  function variablesAt(i) {
    const start = Math.floor(i / CHECKPOINT);
    const state = checkpoints[start].map((variables) => new Map(variables));
    for (let k = start * CHECKPOINT; k <= i; k++) apply(state, steps[k]);
    return state;
  }

  function drawVariables() {
    const state = steps.length ? variablesAt(now) : [];
    const step = steps[now];
    const changed = new Map((step && step.c) || []);
    const tables = state.map((variables, p) => {
      const mine = step.p === p;
      const table = element("table", undefined, mine ? "current" : "");
      table.append(element("caption", processes[p]));
      const rows = Array.from(variables);
      if (mine) for (const [name, value] of changed) if (value === null) rows.push([name, null]);
      for (const [name, value] of rows) {
        const isNew = mine && changed.has(name);
        const tr = table.insertRow();
        tr.className = (isNew ? "changed" : "") + (value === null ? " gone" : "");
        const th = element("th", name);
        th.scope = "row";
        const td = element("td");
        td.append(element("div", value === null ? "out of scope" : value));
        tr.append(th, td);
      }
      // The names are on one line each, and no wider than they have to be; two more for the mark of a change.
      table.style.setProperty("--name", Math.max(6, ...rows.map(([name]) => name.length)) + 2 + "ch");
      const box = element("div");
      box.append(table);
      if (!rows.length) box.append(element("p", "no variables yet"));
      return box;
    });
    const pane = $("variables");
    pane.replaceChildren(...tables);
    // The process that moves, as far as it fits, and at any rate what has changed.
    for (const current of [pane.querySelector(".current"), pane.querySelector(".changed")]) {
      if (!current) continue;
      const box = current.getBoundingClientRect(), top = box.top - pane.getBoundingClientRect().top + pane.scrollTop;
      reveal(pane, top, Math.min(box.height, pane.clientHeight - 16), 8);
    }
  }

  let sourceShown = -1;
  function drawSource() {
    const place = steps[now] && steps[now].l;
    const pane = $("source");
    const old = pane.querySelector(".now");
    if (old) { old.classList.remove("now"); old.removeAttribute("aria-current"); }
    if (!place) { $("place").textContent = "Source"; return; }
    const source = data.sources[place[0]];
    if (sourceShown !== place[0]) {
      sourceShown = place[0];
      const lines = source.text.replace(/\n$/, "").split("\n").map((text, i) => {
        const line = element("div");
        line.append(element("i", String(source.line + i)), plain(text));
        return line;
      });
      pane.replaceChildren(...lines);
    }
    $("place").textContent = plain(source.file + ":" + place[1]);
    const line = pane.children[place[1] - source.line];
    if (line) {
      line.classList.add("now");
      line.setAttribute("aria-current", "true");
      reveal(pane, line.offsetTop, line.offsetHeight);
    }
  }

  /** Scrolls a pane no further than needed. */
  function reveal(pane, top, height, margin = 24, head = 0) {
    if (top - margin < pane.scrollTop + head) pane.scrollTop = Math.max(0, top - margin - head);
    else if (top + height + margin > pane.scrollTop + pane.clientHeight) pane.scrollTop = top + height + margin - pane.clientHeight;
  }

  // The list: only what can be seen is there.
  function drawList() {
    const pane = $("list"), { shown, index } = shownView;
    const first = Math.max(0, Math.floor(pane.scrollTop / ITEM) - 8);
    const end = Math.min(shown.length, Math.ceil((pane.scrollTop + pane.clientHeight) / ITEM) + 8);
    const items = [];
    for (let i = first; i < end; i++) {
      const s = shown[i], step = steps[s];
      const item = element("div", undefined, "item " + step.k);
      item.id = "item-" + (s + 1);
      item.dataset.step = s;
      item.style.top = i * ITEM + "px";
      item.title = plain(label(step));
      item.setAttribute("role", "option");
      item.setAttribute("aria-posinset", i + 1);
      item.setAttribute("aria-setsize", shown.length);
      item.setAttribute("aria-selected", String(s === now));
      if (s === now) item.classList.add("now");
      if (!views.essential.index.has(s)) item.classList.add("unshown");
      item.append(element("span", String(s + 1), "number"), who(step.p), element("span", label(step), "what"));
      items.push(item);
    }
    $("items").replaceChildren(...items);
    pane.setAttribute("aria-activedescendant", index.has(now) ? "item-" + (now + 1) : "");
  }
  const shortName = (p) => processes[p].replace(/^process /, "").replace(/^specification/, "spec");

  const widestName = Math.max(1, ...processes.map((_, p) => shortName(p).length));
  const who = (p) => {
    const e = element("span", shortName(p), "who");
    e.style.minWidth = widestName + "ch";
    return e;
  };

  // The chart: the same.
  function drawChart() {
    const pane = $("chart"), { rows, count, x, room, width, inRow, lines, ends } = shownView;
    const y = (row) => TOP + row * ROW;
    const height = paperHeight();
    const top = Math.max(0, pane.scrollTop - 400);
    const bottom = Math.min(height, pane.scrollTop + pane.clientHeight + 400);
    const svg = $("drawing");
    svg.style.top = top + "px";
    svg.setAttribute("width", width);
    svg.setAttribute("height", Math.max(bottom - top, 1));
    svg.setAttribute("viewBox", [0, top, width, Math.max(bottom - top, 1)].join(" "));
    const shapes = [];
    x.forEach((at, p) => {
      const to = Math.min(bottom, y(ends[p]));
      if (to > top) shapes.push(shape("path", { class: "life", d: `M${at} ${top}V${to}` }));
    });
    const at = (step) => [x[steps[step].p], y(rows[step])];
    const firstRow = Math.max(0, Math.floor((top - TOP) / ROW) - 1), lastRow = Math.min(count - 1, Math.ceil((bottom - TOP) / ROW));
    for (const line of lines) {
      if (line.to < firstRow || line.from > lastRow) continue;
      if (line.members) {
        shapes.push(shape("polyline", { class: line.className, points: line.members.map((s) => at(s).join(",")).join(" ") }));
        continue;
      }
      const [fx, fy] = at(line.send);
      if (line.receive !== null) {
        const [tx, ty] = at(line.receive);
        const d = fx === tx ? `M${fx} ${fy}C${fx + 40} ${fy} ${fx + 40} ${ty} ${tx} ${ty}` : `M${fx} ${fy}L${tx} ${ty}`;
        shapes.push(shape("path", { class: "message", d, "marker-end": "url(#tass-tip)" }));
      } else {
        const to = x[steps[line.send].o];
        const reach = to === undefined || to === fx ? 28 : to < fx ? -Math.min(56, (fx - to) / 2) : Math.min(56, (to - fx) / 2);
        const ex = fx + Math.round(reach), ey = fy + ROW / 2;
        shapes.push(shape("path", { class: "lost", d: `M${fx} ${fy}L${ex} ${ey}` }));
        shapes.push(shape("path", { class: "lost-end", d: `M${ex - 4} ${ey - 4}L${ex + 4} ${ey + 4}M${ex + 4} ${ey - 4}L${ex - 4} ${ey + 4}` }));
      }
    }
    for (let r = firstRow; r <= lastRow; r++) {
      for (const s of inRow[r] || []) {
        const step = steps[s], [sx, sy] = at(s);
        const g = shape("g", { class: "step" + (s === now ? " now" : ""), "data-step": s });
        const look = step.k + (step.k === "stand" && step.b ? " stuck" : "");
        const below = step.k === "stand" || step.k === "failure";
        const texts = below ? wrap(label(step), room[step.p], 4) : [shorten(label(step), room[step.p])];
        const widest = Math.max(...texts.map((t) => Array.from(t).length));
        const box = below ? { x: sx - 12, y: sy - 12, width: Math.max(24, widest * 7 + 14), height: 20 + texts.length * 14 + 8 } : { x: sx - 9, y: sy - 18, width: widest * 7 + 22, height: 26 };
        if (!below && step.b) box.y = sy - 9;
        g.append(shape("rect", { class: "hit", rx: 4, ...box }), shape("title", {}, label(step)), shape("use", { class: "mark " + look, href: "#tass-" + step.k, x: sx, y: sy }));
        texts.forEach((text, i) => {
          const place = below ? { x: sx - 6, y: sy + (step.k === "failure" ? 24 : 20) + i * 14 } : { x: sx + 7, y: sy + (step.b ? 13 : -6) };
          g.append(shape("text", { class: "label " + look, ...place }, text));
        });
        shapes.push(g);
      }
    }
    $("shapes").replaceChildren(...shapes);
  }
  function wrap(text, most, lines) {
    const out = [];
    let rest = Array.from(text);
    while (rest.length) {
      if (out.length + 1 === lines || rest.length <= most) { out.push(shorten(rest.join(""), most)); break; }
      let cut = rest.slice(0, most + 1).lastIndexOf(" ");
      if (cut <= 0) cut = most;
      out.push(rest.slice(0, cut).join(""));
      rest = rest.slice(cut);
      while (rest[0] === " ") rest.shift();
    }
    return out.length ? out : [""];
  }
  function drawHeads() {
    const heads = processes.map((name, p) => {
      const head = element("span", name, steps[now] && steps[now].p === p ? "current" : "");
      head.style.left = shownView.x[p] - 6 + "px";
      return head;
    });
    $("heads").replaceChildren(...heads);
  }

  // Moving.
  const paperHeight = () => TOP + Math.max(shownView.count - 1, 0) * ROW + 90;
  function fit() {
    $("paper").style.height = paperHeight() + "px";
    $("paper").style.width = $("heads").style.width = shownView.width + "px";
    $("items").style.height = shownView.shown.length * ITEM + "px";
  }
  function show(step, keepFragment) {
    now = step;
    fit();
    const position = shownView.index.get(now), total = shownView.shown.length;
    $("position").textContent = total ? `step ${now + 1} of ${steps.length}` : "no steps";
    $("first").disabled = $("previous").disabled = !(position > 0);
    $("next").disabled = $("last").disabled = !(position < total - 1);
    if (!keepFragment && total) {
      try { history.replaceState(null, "", "#step-" + (now + 1)); } catch { location.replace("#step-" + (now + 1)); }
    }
    if (total) {
      reveal($("list"), position * ITEM, ITEM);
      const chart = $("chart"), x = shownView.x[steps[now].p];
      reveal(chart, 33 + TOP + shownView.rows[now] * ROW - 16, 60, 24, 33);
      const width = (shownView.room[steps[now].p] || 0) * 7;
      if (x - 24 < chart.scrollLeft) chart.scrollLeft = x - 24;
      else if (x + width > chart.scrollLeft + chart.clientWidth) chart.scrollLeft = x + width - chart.clientWidth;
    }
    drawList();
    drawHeads();
    drawChart();
    drawVariables();
    drawSource();
  }
  function move(by) {
    const { shown, index } = shownView;
    if (!shown.length) return;
    const position = Math.min(Math.max(index.get(now) + by, 0), shown.length - 1);
    show(shown[position]);
  }
  function choose(all) {
    shownView = all ? views.all : views.essential;
    $("all").checked = all;
    if (!shownView.index.has(now)) {
      const before = shownView.shown.filter((s) => s <= now).pop();
      now = before === undefined ? shownView.shown[0] || 0 : before;
    }
    show(now);
  }
  function fromFragment() {
    const match = /^#step-(\d+)$/.exec(location.hash);
    const step = match ? Number(match[1]) - 1 : -1;
    if (!(step >= 0 && step < steps.length)) return false;
    now = step;
    choose($("all").checked || !views.essential.index.has(step));
    return true;
  }

  const keys = { ArrowDown: 1, ArrowRight: 1, j: 1, ArrowUp: -1, ArrowLeft: -1, k: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "a") { choose(!$("all").checked); event.preventDefault(); return; }
    const by = keys[event.key];
    if (by === undefined) return;
    event.preventDefault();
    move(by);
  });
  const pick = (event) => {
    const at = event.target.closest("[data-step]");
    if (at) show(Number(at.dataset.step));
  };
  $("items").addEventListener("click", pick);
  $("drawing").addEventListener("click", pick);
  $("first").addEventListener("click", () => move(-Infinity));
  $("previous").addEventListener("click", () => move(-1));
  $("next").addEventListener("click", () => move(1));
  $("last").addEventListener("click", () => move(Infinity));
  $("all").addEventListener("change", () => choose($("all").checked));
  $("list").addEventListener("scroll", () => requestAnimationFrame(drawList), { passive: true });
  $("chart").addEventListener("scroll", () => requestAnimationFrame(drawChart), { passive: true });
  addEventListener("resize", () => { arrangeAll(); fit(); drawList(); drawHeads(); drawChart(); });
  addEventListener("hashchange", fromFragment);
  // It opens where it goes wrong: at the failure, or at the first process that is stuck; else at the first step that matters.
  if (!fromFragment()) {
    const { shown } = views.essential;
    const wrong = shown.find((s) => steps[s].k === "failure") ?? shown.find((s) => steps[s].k === "stand" && steps[s].b);
    show(wrong ?? shown[0] ?? 0, true);
  }
})();
