// Insights: draws each chart from the table beside it, lets it be read by keys, and saves it as a picture or a table.
import "./chart.js";
import { pageFor, post, renew, say } from "./page.js";
import { spoken } from "./spoken.js";

const Chart = window.Chart;
const charts = new Map();

// MARK: reading the tables

/** The number of a cell; not a number where nothing was written down. */
function number(cell) {
  const text = (cell?.textContent ?? "").trim().replace("−", "-");
  return text === "" || text === "–" ? NaN : Number.parseFloat(text);
}

/** A table as columns by their roles: numbers, and the texts of the cells. */
function read(table) {
  const heads = [...table.tHead.rows[0].cells];
  const rows = [...table.tBodies[0].rows].map((row) => [...row.cells]);
  const columns = heads.map((head, place) => ({
    role: head.dataset.role,
    title: head.textContent.trim(),
    texts: rows.map((cells) => cells[place]?.textContent.trim() ?? ""),
    numbers: rows.map((cells) => number(cells[place])),
  }));
  const first = (role) => columns.find((column) => column.role === role);
  return { columns, all: (role) => columns.filter((column) => column.role === role), first, labels: first("label").texts, rows };
}

// MARK: colours

const probe = document.createElement("span");

/** The colours of the page as they are now; a canvas knows no `var()`. */
function palette() {
  probe.hidden = true;
  document.body.append(probe);
  const colour = (name) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const found = Object.fromEntries(["ink", "muted", "line", "line-strong", "primary", "card", "raised"].map((name) => [name, colour(name)]));
  probe.remove();
  return found;
}

/** The same colour, more or less see-through. */
function veil(colour, share) {
  const parts = colour.match(/[\d.]+/g) ?? ["0", "0", "0"];
  return `rgba(${parts[0]}, ${parts[1]}, ${parts[2]}, ${share})`;
}

// MARK: the parts that charts share

function options(colours, figure, { title, tick } = {}) {
  const grid = { color: colours.line, borderColor: colours["line-strong"], tickColor: "transparent" };
  return {
    animation: false,
    responsive: true,
    maintainAspectRatio: false,
    interaction: { mode: "index", intersect: false },
    scales: {
      x: {
        grid: { ...grid, display: false },
        ticks: { color: colours.muted, maxRotation: 0, autoSkip: true, autoSkipPadding: 14, ...(tick ? { callback: tick } : {}) },
        title: title ? { display: true, text: title, color: colours.muted } : { display: false },
      },
      y: { ...ends(figure), grid, ticks: { color: colours.muted, stepSize: figure.dataset.low ? undefined : 2 } },
    },
    plugins: {
      legend: {
        position: "top", align: "start",
        onClick: null,
        labels: { usePointStyle: true, pointStyleWidth: 34, padding: 14, generateLabels: (chart) => swatches(chart, colours) },
      },
      tooltip: {
        backgroundColor: colours.ink, titleColor: colours.card, bodyColor: colours.card, footerColor: colours.card, padding: 10,
        displayColors: false, filter: (item) => isShown(item.dataset, item.dataIndex),
      },
    },
  };
}

/** Whether something was written down there: neither an edge of a band, nor a gap, nor what crosses one. */
const isShown = (set, place) => set.label !== "" && !Number.isNaN(set.data[place]) && (set.known?.[place] ?? true);

/** What each line looks like, drawn as it is drawn in the chart: with its dashes and its points. */
function swatches(chart, colours) {
  return chart.data.datasets.flatMap((set, datasetIndex) => {
    if (!set.label) return [];
    const sample = document.createElement("canvas");
    [sample.width, sample.height] = [34, 12];
    const ctx = sample.getContext("2d");
    [ctx.strokeStyle, ctx.lineWidth] = [set.borderColor, set.borderWidth];
    ctx.setLineDash(set.borderDash ?? []);
    ctx.beginPath();
    ctx.moveTo(0, 6);
    ctx.lineTo(34, 6);
    ctx.stroke();
    if ([set.pointRadius].flat().some((radius) => radius > 0)) {
      ctx.setLineDash([]);
      [ctx.fillStyle, ctx.strokeStyle, ctx.lineWidth] = [set.pointBackgroundColor ?? set.borderColor, set.pointBorderColor ?? set.borderColor, 1.5];
      Chart.helpers.drawPoint(ctx, { pointStyle: set.pointStyle, radius: 4, borderWidth: 1.5 }, 17, 6);
    }
    return [{ text: set.label, fontColor: colours.ink, pointStyle: sample, datasetIndex, hidden: false }];
  });
}

/** A line of which gaps stay gaps. */
function line(label, data, colour, more = {}) {
  return {
    type: "line", label, data, borderColor: colour, backgroundColor: colour, borderWidth: 2, pointRadius: 0, pointHoverRadius: 5,
    spanGaps: false, pointStyle: "line", tension: 0, ...more,
  };
}

/** Gaps of fewer than `most` places, crossed by a straight line. */
function bridged(values, most) {
  const filled = [...values];
  let last = -1;
  values.forEach((value, place) => {
    if (Number.isNaN(value)) return;
    const length = place - last;
    for (let step = 1; last >= 0 && length <= most && step < length; step++) filled[last + step] = values[last] + ((value - values[last]) * step) / length;
    last = place;
  });
  return filled;
}

/** Two lines that no one sees, and what is between them. */
function band(low, high, colour, share) {
  const edge = { label: "", borderWidth: 0, pointRadius: 0, pointHoverRadius: 0 };
  return [line("", low, "transparent", edge), line("", high, "transparent", { ...edge, fill: "-1", backgroundColor: veil(colour, share) })];
}

// MARK: strips of doses below the days

const laneHeight = 34;

/** Medicines below the axis: bars for doses as needed, a band for days on which doses were due, full where they were taken. */
const lanes = {
  id: "lanes",
  afterDraw(chart, _, { list, colours }) {
    if (!list?.length) return;
    const { ctx, chartArea, scales: { x } } = chart;
    const count = x.getLabels().length;
    const width = (chartArea.right - chartArea.left) / Math.max(count, 1);
    const begin = chart.height - list.length * laneHeight;
    ctx.save();
    ctx.font = `11px ${Chart.defaults.font.family}`;
    ctx.textBaseline = "top";
    list.forEach((lane, place) => {
      const [top, floor] = [begin + place * laneHeight + 15, begin + (place + 1) * laneHeight - 4];
      ctx.fillStyle = colours.muted;
      ctx.fillText(lane.label, chartArea.left, top - 14, chartArea.right - chartArea.left);
      ctx.strokeStyle = colours["line-strong"];
      ctx.lineWidth = 1;
      ctx.beginPath();
      ctx.moveTo(chartArea.left, floor + 0.5);
      ctx.lineTo(chartArea.right, floor + 0.5);
      ctx.stroke();
      lane.shares.forEach((share, index) => {
        if (share === null) return;
        const left = chartArea.left + index * width;
        const gap = width > 4 ? Math.min(width * 0.25, 3) : 0;
        if (lane.isBand) {
          // Due: a pale band. Taken: the same, filled up from its floor.
          ctx.fillStyle = veil(colours.ink, 0.12);
          ctx.fillRect(left, top, width, floor - top);
        }
        ctx.fillStyle = lane.isBand ? veil(colours.ink, 0.5) : colours.primary;
        const height = (floor - top) * Math.min(share, 1);
        if (height > 0) ctx.fillRect(left + gap / 2, floor - height, Math.max(width - gap, 1), height);
      });
    });
    ctx.restore();
  },
};

/** `1 of 2` as a share, `3` as a part of the highest count; null where there was none. */
function lanesOf(data) {
  const due = data.all("due").map((column) => ({
    label: column.title, isBand: true, texts: column.texts,
    shares: column.texts.map((text) => {
      const [taken, all] = text.split(" of ").map(Number);
      return text === "–" ? null : all > 0 ? taken / all : 0;
    }),
  }));
  const doses = data.all("doses").map((column) => {
    const most = Math.max(1, ...column.numbers.filter((value) => !Number.isNaN(value)));
    const label = column.title + (most > 1 ? `, up to ${most} a day` : " a day");
    return { label, isBand: false, texts: column.texts, shares: column.numbers.map((value) => (value > 0 ? value / most : null)) };
  });
  return [...doses, ...due];
}

// MARK: one drawing for each kind of figure

const short = (label) => label.replace(/\s\d{4}$/, "");

const drawings = {
  daily(figure, data, colours) {
    const list = lanesOf(data);
    const isDense = data.first("level").numbers.filter((value) => !Number.isNaN(value)).length > 120;
    const config = options(colours, figure, { tick(value) { return short(this.getLabelForValue(value)); } });
    config.layout = { padding: { bottom: list.length * laneHeight + (list.length ? 6 : 0) } };
    config.plugins.lanes = { list, colours };
    config.plugins.tooltip.callbacks = {
      footer: (items) => list.filter((lane) => items[0] && lane.shares[items[0].dataIndex] !== null)
        .map((lane) => `${lane.label.split(",")[0]}: ${lane.texts[items[0].dataIndex]}`),
    };
    return {
      type: "line", plugins: [lanes], options: config,
      data: {
        labels: data.labels,
        datasets: [
          line(spoken`Level of the day`, data.first("level").numbers, veil(colours.muted, isDense ? 0.5 : 0.8), {
            borderWidth: 1, pointRadius: isDense ? 1.5 : 3, pointStyle: "circle", pointBackgroundColor: colours.card,
            pointBorderColor: colours.muted, order: 3,
          }),
          line("7-day mean", data.first("seven").numbers, colours.primary, { borderWidth: 2.5, order: 1 }),
          line("28-day mean", data.first("month").numbers, colours.ink, { borderDash: [7, 5], order: 2 }),
        ],
      },
    };
  },

  step(figure, data, colours) {
    const sides = Object.fromEntries([...figure.querySelectorAll("tfoot tr")].map((row) => [row.dataset.side, [...row.cells].slice(1).map(number)]));
    const isAfter = data.labels.map((label) => !label.startsWith("−"));
    const over = (side, place) => isAfter.map((after) => (after === (side === "after") ? sides[side][place] : NaN));
    const config = options(colours, figure, { title: spoken`Days from the change` });
    config.plugins.change = { colours, at: isAfter.indexOf(true) };
    return {
      type: "line", plugins: [changeLine], options: config,
      data: {
        labels: data.labels,
        datasets: [
          ...band(over("before", 1), over("before", 2), colours.ink, 0.14),
          ...band(over("after", 1), over("after", 2), colours.primary, 0.22),
          line(spoken`Mean before, with its interval`, over("before", 0), colours.ink, { borderDash: [7, 5] }),
          line(spoken`Mean after, with its interval`, over("after", 0), colours.primary, { borderWidth: 2.5 }),
          line(spoken`Level of the day`, data.first("level").numbers, veil(colours.muted, 0.7), {
            borderWidth: 1, pointRadius: 3, pointStyle: "circle", pointBackgroundColor: colours.card, pointBorderColor: colours.muted,
          }),
        ],
      },
    };
  },

  moments(figure, data, colours) {
    const config = options(colours, figure, { title: spoken`Hours from the high moment` });
    config.plugins.change = { colours, at: data.labels.indexOf("0") };
    config.plugins.tooltip.callbacks = {
      afterLabel: (item) => {
        const count = data.first(item.dataset.role + "-count").texts[item.dataIndex];
        return `on ${count} ${count === "1" ? "moment" : "moments"}`;
      },
    };
    // An answer comes two hours later, not each hour: what is at most three hours apart is one line.
    const curve = (role, label, colour, radius, more) => {
      const known = data.first(role).numbers.map((value) => !Number.isNaN(value));
      const radii = known.map((isKnown) => (isKnown ? radius : 0));
      return [
        ...band(bridged(data.first(role + "-low").numbers, 3), bridged(data.first(role + "-high").numbers, 3), colour, 0.16),
        line(label, bridged(data.first(role).numbers, 3), colour, { role, known, pointRadius: radii, pointHoverRadius: radii, ...more }),
      ];
    };
    return {
      type: "line", plugins: [changeLine], options: config,
      data: {
        labels: data.labels,
        datasets: [
          ...curve("with", spoken`With a dose`, colours.primary, 4, { pointStyle: "circle", borderWidth: 2.5 }),
          ...curve("without", "Without", colours.ink, 5, { pointStyle: "triangle", borderDash: [6, 5], pointBackgroundColor: colours.card }),
        ],
      },
    };
  },

  weekdays: (figure, data, colours) => bars(figure, data, colours, (label, days) => [label, days], spoken`Below each day: how many days were counted`),
  hours: (figure, data, colours) => bars(figure, data, colours, (label) => String(Number.parseInt(label, 10))),
};

/** Means as bars; one that rests on fewer than five days is hollow. */
function bars(figure, data, colours, name, title) {
  const counts = data.first("days").numbers;
  const isThin = counts.map((count) => count < 5);
  const config = options(colours, figure, { title });
  config.plugins.legend.display = false;
  config.scales.x.ticks.autoSkipPadding = 4;
  config.plugins.tooltip.callbacks = {
    title: (items) => data.labels[items[0].dataIndex],
    label: (item) => spoken`Level ${data.first("level").texts[item.dataIndex]}`,
    afterLabel: (item) => `on ${counts[item.dataIndex]} ${counts[item.dataIndex] === 1 ? "day" : "days"}`,
  };
  return {
    type: "bar", options: config,
    data: {
      labels: data.labels.map((label, index) => name(label, String(counts[index]))),
      datasets: [{
        label: spoken`Level`, data: data.first("level").numbers, borderWidth: 1.5, borderRadius: 4, borderColor: colours.primary,
        backgroundColor: isThin.map((thin) => (thin ? veil(colours.primary, 0.06) : veil(colours.primary, 0.75))), maxBarThickness: 48,
      }],
    },
  };
}

/** An upright line where something changed. */
const changeLine = {
  id: "change",
  beforeDatasetsDraw(chart, _, { at, colours }) {
    if (!(at >= 0)) return;
    const { ctx, chartArea, scales: { x } } = chart;
    const place = x.getPixelForValue(at);
    ctx.save();
    ctx.strokeStyle = colours["line-strong"];
    ctx.lineWidth = 1.5;
    ctx.beginPath();
    ctx.moveTo(place, chartArea.top);
    ctx.lineTo(place, chartArea.bottom);
    ctx.stroke();
    ctx.restore();
  },
};

/** The ends of the scale: 0 to 10, or the lowest and the highest of a measure. */
const ends = (figure) => ({ min: Number(figure.dataset.low ?? 0), max: Number(figure.dataset.top ?? 10) });

// MARK: drawing

function draw(figure) {
  const table = figure.querySelector("table");
  const drawing = drawings[figure.dataset.chart];
  if (!table || !drawing) return;
  charts.get(figure.id)?.destroy();
  const data = read(table);
  const box = figure.querySelector(".chart-box");
  const canvas = document.createElement("canvas");
  canvas.id = figure.id + "-canvas";
  canvas.tabIndex = 0;
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-labelledby", figure.id + "-title");
  canvas.setAttribute("aria-describedby", figure.id + "-says");
  box.replaceChildren(canvas);
  const lanesBelow = data.all("due").length + data.all("doses").length;
  box.style.height = figure.dataset.chart === "daily" ? `calc(17rem + ${lanesBelow * laneHeight}px)` : "";
  const chart = new Chart(canvas, drawing(figure, data, palette()));
  charts.set(figure.id, chart);
  readByKeys(canvas, chart, data, figure);
  addButtons(figure, canvas);
}

/** Where someone reads in each chart, by its label: a chart that is drawn again goes on there. */
const places = new Map();

/** The arrow keys go from day to day, and a line below says what is there. */
function readByKeys(canvas, chart, data, figure) {
  const words = document.createElement("p");
  words.className = "chart-words";
  words.setAttribute("role", "status");
  canvas.after(words);
  let place = null;
  const show = (at) => {
    place = Math.min(Math.max(at, 0), data.labels.length - 1);
    places.set(figure.id, data.labels[place]);
    const shown = chart.data.datasets.map((set, datasetIndex) => ({ datasetIndex, index: place }))
      .filter(({ datasetIndex }) => isShown(chart.data.datasets[datasetIndex], place));
    chart.setActiveElements(shown);
    const { x, y } = chart.getDatasetMeta(shown[0]?.datasetIndex ?? 0).data[place] ?? { x: 0, y: 0 };
    chart.tooltip.setActiveElements(shown, { x, y });
    chart.update();
    const facts = data.columns.filter((column) => column.role !== "label" && !["–", "", ...(column.role === "doses" ? ["0"] : [])].includes(column.texts[place]))
      .map((column) => `${column.title} ${column.texts[place]}`);
    words.textContent = `${data.labels[place]}: ${facts.length ? facts.join("; ") : "nothing logged"}.`;
  };
  canvas.addEventListener("keydown", (event) => {
    const last = data.labels.length - 1;
    const next = { ArrowLeft: (place ?? last + 1) - 1, ArrowRight: (place ?? -1) + 1, Home: 0, End: last }[event.key];
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    show(next);
  });
  canvas.addEventListener("focus", () => {
    const at = data.labels.indexOf(places.get(figure.id));
    if (at >= 0) show(at);
  });
  canvas.addEventListener("blur", () => {
    chart.setActiveElements([]);
    chart.tooltip.setActiveElements([], { x: 0, y: 0 });
    chart.update();
    words.textContent = "";
    place = null;
  });
  canvas.title = spoken`Use the arrow keys to move from one to the next.`;
  figure.dataset.drawn = "yes";
}

function drawAll() {
  for (const [id, chart] of charts) {
    if (document.getElementById(id)) continue;
    chart.destroy();
    charts.delete(id);
  }
  Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
  Chart.defaults.font.size = 12;
  for (const figure of document.querySelectorAll("figure[data-chart]")) draw(figure);
}

// MARK: saving

function addButtons(figure, canvas) {
  const row = figure.querySelector(".chart-acts");
  const title = figure.querySelector("h3").textContent;
  const button = (label, action) => {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "quiet";
    made.textContent = label;
    const of = document.createElement("span");
    of.className = "hidden";
    of.textContent = `: ${title}`;
    made.append(of);
    made.addEventListener("click", action);
    return made;
  };
  // The names of the files say nothing of what is in them: they are in lists of downloads.
  const name = `auralyst-${figure.dataset.chart}`;
  row.replaceChildren(
    button(spoken`Save as PNG`, () => picture(canvas, title).toBlob((blob) => (blob ? save(blob, name + ".png") : say(spoken`The picture could not be saved. Try again.`, { tone: "trouble" })), "image/png")),
    button(spoken`Save as CSV`, () => save(new Blob(["\ufeff" + csv(figure.querySelector("table"))], { type: "text/csv;charset=utf-8" }), name + ".csv")),
  );
}

/** The chart with its heading on the colour of the card. */
function picture(canvas, title) {
  const colours = palette();
  const scale = canvas.width / Math.max(canvas.clientWidth, 1);
  const [pad, head] = [16 * scale, 34 * scale];
  const whole = document.createElement("canvas");
  [whole.width, whole.height] = [canvas.width + 2 * pad, canvas.height + head + 2 * pad];
  const ctx = whole.getContext("2d");
  ctx.fillStyle = colours.card;
  ctx.fillRect(0, 0, whole.width, whole.height);
  ctx.fillStyle = colours.ink;
  ctx.font = `600 ${15 * scale}px ${getComputedStyle(document.querySelector("h3")).fontFamily}`;
  ctx.textBaseline = "top";
  ctx.fillText(title, pad, pad, canvas.width);
  ctx.drawImage(canvas, pad, pad + head);
  return whole;
}

/** A table as comma-separated values: days as 2026-03-14, nothing where nothing was written down. */
function csv(table) {
  const text = (cell) => {
    const plain = cell.querySelector("time")?.dateTime ?? cell.textContent.trim();
    const value = plain === "–" ? "" : plain.replace(/^−/, "-");
    // A name that a spreadsheet would take for a formula is taken for text.
    const safe = /^[=+@\t\r-]/.test(value) && !/^-[\d.]+$/.test(value) ? "'" + value : value;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return [...table.rows].map((row) => [...row.cells].map(text).join(",")).join("\r\n") + "\r\n";
}

function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

// MARK: choosing

// A choice is made in place: the page is not left, and stays where it was scrolled to.
document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.id !== "choice") return;
  event.preventDefault();
  const focused = event.submitter?.id;
  const response = await post(form.getAttribute("action"), new URLSearchParams(new FormData(form, event.submitter))).catch(() => null);
  const answer = await response?.json().catch(() => null);
  const fresh = answer?.next ? await pageFor(answer.next) : null;
  if (!fresh) return location.reload();
  history.replaceState(null, "", answer.next);
  for (const part of ["patterns", "days"]) renew(document.getElementById(part), fresh);
  drawAll();
  document.getElementById(focused)?.focus({ preventScroll: true });
});

document.addEventListener("refreshed", (event) => { if (event.target.id === "days") drawAll(); });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAll);

drawAll();
