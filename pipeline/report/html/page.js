// The page works without this script; with it, the findings are on a map, the table can be filtered, and each lot is
// drawn to scale. All text goes in through textContent: nothing of the data is ever read as HTML.
(function () {
  "use strict";
  const data = JSON.parse(document.getElementById("page-data").textContent);
  const colours = { major: "#d55e00", minor: "#e69f00", "within-tolerance": "#e6d525" };
  const streetLines = ["front", "street side", "alley", "highway"];
  const rows = Array.from(document.querySelectorAll("#rows tbody tr"));
  const detail = document.getElementById("detail");

  const colourOf = (row) => colours[row.dataset.outcome === "violation" ? row.dataset.severity : row.dataset.outcome] || colours.major;

  // --- map
  const map = L.map("map", { preferCanvas: true, attributionControl: false, zoomSnap: 0.25, maxZoom: 23, minZoom: 6 });
  L.control.scale({ imperial: true, metric: true }).addTo(map);
  const shapes = [], dots = [], dotZoom = 18; // seen from afar a shed is smaller than a pixel: a dot stands for it
  const extent = L.latLngBounds([]);
  const lines = { street: [], other: [] };
  for (const line of data.fabric) {
    const path = [];
    for (let i = 0; i < line.p.length; i += 2) path.push([line.p[i + 1] / 1e6, line.p[i] / 1e6]);
    (streetLines.includes(line.k) ? lines.street : lines.other).push(path);
    for (const at of path) extent.extend(at);
  }
  L.polyline(lines.other, { color: "#9aa5ae", weight: 1, interactive: false }).addTo(map);
  L.polyline(lines.street, { color: "#0072b2", weight: 1.6, interactive: false }).addTo(map);
  rows.slice().reverse().forEach((row) => { // what matters most is drawn last, on top
    const i = Number(row.dataset.i), finding = data.findings[i];
    if (!finding.g) return;
    const colour = colourOf(row);
    shapes[i] = L.geoJSON({ type: "Feature", properties: {}, geometry: finding.g }, {
      style: { color: colour, weight: 2, fillColor: colour, fillOpacity: 0.45 },
      pointToLayer: (_, at) => L.circleMarker(at, { radius: 6 }),
    }).on("click", () => pick(i, false));
    extent.extend(shapes[i].getBounds());
    dots[i] = L.circleMarker(shapes[i].getBounds().getCenter(), { radius: 4, weight: 1, color: "#fff", fillColor: colour, fillOpacity: 1 }).on("click", () => pick(i, false));
  });
  function show(i, fits) {
    if (!shapes[i]) return;
    if (fits) shapes[i].addTo(map); else shapes[i].remove();
    if (fits && map.getZoom() < dotZoom) dots[i].addTo(map); else dots[i].remove();
  }
  if (extent.isValid()) map.fitBounds(extent.pad(0.03)); else document.getElementById("map-section").hidden = true;

  // --- picking a finding
  let picked = null;
  function pick(i, move) {
    if (picked !== null) {
      rows[picked].classList.remove("picked");
      if (shapes[picked]) shapes[picked].setStyle({ weight: 2, fillOpacity: 0.45 });
    }
    picked = i;
    const row = rows[i];
    row.classList.add("picked");
    if (shapes[i]) {
      shapes[i].setStyle({ weight: 5, fillOpacity: 0.7 });
      if (map.hasLayer(shapes[i])) shapes[i].bringToFront();
      if (move) map.fitBounds(shapes[i].getBounds().pad(2), { maxZoom: 20 });
    }
    if (!move) {
      const box = document.querySelector("#findings .scroll");
      box.scrollTop = row.offsetTop - box.clientHeight / 2;
    }
    describe(i, row);
  }

  function element(name, text, className) {
    const e = document.createElement(name);
    if (text) e.textContent = text;
    if (className) e.className = className;
    return e;
  }

  function describe(i, row) {
    const cells = row.children;
    const text = (cell, selector) => { const e = cell.querySelector(selector); return e ? e.textContent : ""; };
    const lot = drawLot(data.lots[data.findings[i].lot], data.findings[i], colourOf(row), cells[3].textContent);
    const facts = element("dl");
    const fact = (name, value) => { if (value) facts.append(element("dt", name), element("dd", value)); };
    fact("Clause", text(cells[2], "b"));
    fact("Measured", cells[3].textContent);
    fact("Limit", cells[4].textContent);
    fact("Margin", cells[5].textContent);
    fact("Parcel", text(cells[0], "small") || text(cells[0], "button"));
    fact("Status", cells[6].textContent.trim());
    detail.replaceChildren(element("h3", text(cells[0], "button")), element("p", text(cells[1], "b") + ": " + (text(cells[1], "small") || text(cells[2], "small"))));
    if (lot) detail.append(lot);
    detail.append(facts);
  }

  // --- one lot to scale; coordinates are tenths of a foot, y upward
  const svgName = "http://www.w3.org/2000/svg";
  function svg(name, attributes, parent) {
    const e = document.createElementNS(svgName, name);
    for (const key in attributes) e.setAttribute(key, attributes[key]);
    if (parent) parent.append(e);
    return e;
  }

  function drawLot(lot, finding, colour, measured) {
    const paths = [].concat(lot.lines.map((l) => l.p), ...lot.structures.map((s) => s.p || []));
    if (!lot.lines || !lot.lines.length) return null;
    let w = Infinity, s = Infinity, e = -Infinity, n = -Infinity;
    for (const p of paths) for (let i = 0; i < p.length; i += 2) {
      w = Math.min(w, p[i]); e = Math.max(e, p[i]); s = Math.min(s, p[i + 1]); n = Math.max(n, p[i + 1]);
    }
    const size = Math.max(e - w, n - s, 100), margin = size * 0.11, unit = size / 100;
    const out = svg("svg", { viewBox: [w - margin, -n - margin, e - w + 2 * margin, n - s + 2.6 * margin].join(" "), role: "img", "aria-label": "The lot, its lot lines and structures, to scale, north up" });
    const d = (p, close) => { let t = ""; for (let i = 0; i < p.length; i += 2) t += (i ? "L" : "M") + p[i] + " " + -p[i + 1]; return close ? t + "Z" : t; };
    const label = (x, y, text, fill) => {
      const t = svg("text", { x: x, y: -y, "font-size": unit * 4.2, "text-anchor": "middle", fill: fill, "paint-order": "stroke", stroke: "#fff", "stroke-width": unit * 1.2, "stroke-linejoin": "round" }, out);
      t.textContent = text;
    };
    const middle = (p) => { const k = Math.floor((p.length / 2 - 1) / 2) * 2; return [(p[k] + p[k + 2]) / 2, (p[k + 1] + p[k + 3]) / 2]; };
    for (const st of lot.structures) {
      const hot = st.id === finding.s, close = st.a;
      for (const p of st.p || []) {
        if (p.length === 2) { svg("circle", { cx: p[0], cy: -p[1], r: unit * 2, fill: hot ? colour : "#8f9aa3" }, out); continue; }
        svg("path", { d: d(p, close), fill: close ? (hot ? colour : "#c9d2d9") : "none", "fill-opacity": hot ? 0.5 : 0.8, stroke: hot ? colour : "#8f9aa3", "stroke-width": unit * (close ? 0.6 : 1), "stroke-dasharray": close ? "none" : unit * 2 }, out);
      }
    }
    for (const line of lot.lines) {
      const street = streetLines.includes(line.k);
      svg("path", { d: d(line.p, false), fill: "none", stroke: street ? "#0072b2" : "#1c2733", "stroke-width": unit * (street ? 1.6 : 0.9), "stroke-linecap": "round" }, out);
    }
    for (const p of finding.e || []) {
      if (p.length > 2) svg("path", { d: d(p, finding.a), fill: finding.a ? colour : "none", "fill-opacity": 0.9, stroke: "#a10000", "stroke-width": unit * 1.1 }, out);
    }
    if (measured && (finding.e || []).length && finding.e[0].length >= 4) {
      const at = middle(finding.e[0]);
      label(at[0], at[1] + unit * 6, measured, "#a10000");
    }
    for (const st of lot.structures) {
      const p = (st.p || [])[0];
      if (!p) continue;
      let x = 0, y = 0; const count = p.length / 2;
      for (let i = 0; i < p.length; i += 2) { x += p[i] / count; y += p[i + 1] / count; }
      label(x, y - unit * 1.4, st.c.replace(/_/g, " "), st.id === finding.s ? "#7a3000" : "#55636f");
    }
    const named = new Set();
    for (const line of lot.lines) {
      if (named.has(line.k) || line.p.length < 4) continue;
      named.add(line.k);
      const at = middle(line.p); // the name stands outside the lot, away from its middle
      const dx = at[0] - (w + e) / 2, dy = at[1] - (s + n) / 2, far = Math.hypot(dx, dy) || 1;
      label(at[0] + dx / far * unit * 6, at[1] + dy / far * unit * 4 - unit * 1.4, line.k, streetLines.includes(line.k) ? "#0072b2" : "#1c2733");
    }
    const bar = [10, 20, 50, 100, 200, 500, 1000].find((ft) => ft * 10 > size / 6) || 1000;
    svg("path", { d: "M" + w + " " + (-s + margin * 1.25) + "h" + bar * 10, stroke: "#55636f", "stroke-width": unit * 0.8 }, out);
    const scale = svg("text", { x: w + bar * 10 + unit * 2, y: -s + margin * 1.25 + unit * 1.3, "font-size": unit * 3.6, fill: "#55636f" }, out);
    scale.textContent = bar + " ft";
    return out;
  }

  // --- table
  if (!rows.length) return;
  document.querySelector("#rows tbody").addEventListener("click", (event) => {
    const row = event.target.closest("tr");
    if (row) pick(Number(row.dataset.i), true);
  });
  const form = document.getElementById("filters"), matches = document.getElementById("matches");
  const clauses = new Map();
  for (const row of rows) clauses.set(row.dataset.clause, row.children[2].querySelector("b").textContent);
  for (const [id, cites] of Array.from(clauses).sort((a, b) => (a[0] < b[0] ? -1 : 1))) {
    const option = element("option", id === cites ? id : cites + " (" + id + ")");
    option.value = id;
    form.elements.clause.append(option);
  }
  const haystacks = rows.map((row) => row.textContent.toLowerCase());
  function filter() {
    const text = form.elements.text.value.trim().toLowerCase();
    let shown = 0;
    rows.forEach((row, i) => {
      const fits = ["outcome", "status", "severity", "clause"].every((key) => !form.elements[key].value || row.dataset[key] === form.elements[key].value) && haystacks[i].includes(text);
      row.hidden = !fits;
      if (fits) shown++;
      show(i, fits);
    });
    matches.textContent = shown + " of " + rows.length;
  }
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = false;
  map.on("zoomend", () => rows.forEach((row, i) => show(i, !row.hidden)));
  filter();
  pick(0, false);
  document.querySelector("#findings .scroll").scrollTop = 0;
})();
