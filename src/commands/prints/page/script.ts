/**
 * What plays on the page, as text: it runs in a browser, or wherever something stands in for its document. Its
 * first half makes the screen of any time of the frames, `cellsAt`; the second shows it and takes keys.
 */
export const pageScript = `'use strict';
// A screen: rows of {text, style}, one entry a cell; a row that did not change stays the same object.
function blankScreen(columns, rows) {
  const row = {text: Array(columns).fill(' '), style: Array(columns).fill(0)};
  return Array(rows).fill(row);
}
function patchRow(row, patch) {
  const changed = {text: row.text.slice(), style: row.style.slice()};
  let column = patch[1];
  for (let index = 2; index < patch.length; index += 2) {
    const style = patch[index];
    const text = patch[index + 1];
    const wide = Array.isArray(text);
    for (const each of wide ? [text[0]] : text) {
      changed.text[column] = each;
      changed.style[column++] = style;
      for (let more = wide ? text[1] : 1; more > 1; more--) {
        changed.text[column] = '';
        changed.style[column++] = style;
      }
    }
  }
  return changed;
}
function nextScreen(screen, frame) {
  let rows = screen.slice();
  for (const patch of frame.slice(1)) {
    if (patch.length === 2) rows = blankScreen(patch[0], patch[1]);
    else rows[patch[0]] = patchRow(rows[patch[0]], patch);
  }
  return rows;
}
// The times of the frames, and the screen of each; every 256th is kept, and the last one that was asked for.
function openTape(frames) {
  const times = [];
  let time = 0;
  for (const frame of frames) times.push((time += frame[0]));
  const kept = new Map();
  let last = {index: -1, screen: []};
  function indexAt(ms) {
    let low = 0;
    let high = times.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (times[middle] <= ms) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }
  function screenOf(index) {
    const near = index - (index % 256);
    let at = last.index <= index ? last : {index: -1, screen: []};
    for (let each = near; each > at.index; each -= 256)
      if (kept.has(each)) at = {index: each, screen: kept.get(each)};
    while (at.index < index) {
      at = {index: at.index + 1, screen: nextScreen(at.screen, frames[at.index + 1])};
      if (at.index % 256 === 0) kept.set(at.index, at.screen);
    }
    last = at;
    return at.screen;
  }
  return {times, indexAt, screenOf};
}
function cellsAt(tape, ms) {
  return tape.screenOf(tape.indexAt(ms));
}
// A run of plain characters is one piece of text; what a font may draw wider stands in cells of its own.
function piecesOf(row) {
  const pieces = [];
  let run;
  for (let column = 0; column < row.text.length; column++) {
    const text = row.text[column];
    if (text === '') continue;
    const style = row.style[column];
    const isOwn = !/^[ -~]$/.test(text);
    if (run === undefined || isOwn || run.isOwn || run.style !== style) {
      run = {isOwn, style, text: '', cells: row.text[column + 1] === '' ? 2 : 1};
      pieces.push(run);
    }
    run.text += text;
  }
  return pieces;
}
function drawRow(doc, element, row) {
  element.replaceChildren(...piecesOf(row).map(({text, style, isOwn, cells}) => {
    const span = doc.createElement('span');
    span.textContent = text;
    span.className = 's' + style + (isOwn ? ' w' + cells : '');
    return span;
  }));
}
function openScreen(doc, element) {
  let shown = [];
  return function show(rows) {
    while (element.children.length > rows.length) element.lastChild.remove();
    while (element.children.length < rows.length) element.append(doc.createElement('div'));
    rows.forEach((row, index) => {
      if (row !== shown[index]) drawRow(doc, element.children[index], row);
    });
    shown = rows;
  };
}
// Where one is, and whether that moves.
function openPlay(page, timers, speedOf, show) {
  let at = page.at;
  let since;
  function tick() {
    if (since === undefined) return;
    const now = timers.now();
    at = Math.min(page.length, at + (now - since) * speedOf());
    since = at < page.length ? now : undefined;
    show();
    if (since !== undefined) timers.after(40, tick);
  }
  return {
    at: () => at,
    isPlaying: () => since !== undefined,
    go(ms) {
      at = Math.max(0, Math.min(page.length, ms));
      if (since !== undefined) since = timers.now();
      show();
    },
    turn() {
      if (since === undefined) {
        if (at >= page.length) at = 0;
        since = timers.now();
        timers.after(40, tick);
      } else since = undefined;
      show();
    },
  };
}
function keysOf(page, tape, play) {
  const after = list => list.find(each => each > play.at() + 0.5) ?? page.length;
  const before = list => list.filter(each => each < play.at() - 0.5).at(-1) ?? 0;
  return {
    ' ': play.turn,
    ArrowRight: () => play.go(after(tape.times)),
    ArrowLeft: () => play.go(before(tape.times)),
    '[': () => play.go(play.at() - 60000),
    ']': () => play.go(play.at() + 60000),
    n: () => play.go(after(page.events)),
    N: () => play.go(before(page.events)),
    Home: () => play.go(0),
    End: () => play.go(page.length),
  };
}
function timeAt(page, ms) {
  const there = new Date(page.from + Math.round(ms) + page.zone * 60000);
  return there.toISOString().slice(0, 23).replace('T', ' ') + ' ' + page.zoneName;
}
function startPage(page, doc, timers) {
  const tape = openTape(page.frames);
  const byId = id => doc.getElementById(id);
  const [slider, time, button, speed] = ['slider', 'time', 'play', 'speed'].map(byId);
  const draw = openScreen(doc, byId('screen'));
  const play = openPlay(page, timers, () => Number(speed.value), show);
  const keys = keysOf(page, tape, play);
  function show() {
    draw(cellsAt(tape, play.at()));
    const told = timeAt(page, play.at());
    time.textContent = told;
    slider.value = String(Math.round(play.at()));
    slider.setAttribute('aria-valuetext', told);
    button.textContent = play.isPlaying() ? 'Pause' : 'Play';
  }
  doc.addEventListener('keydown', event => {
    // These have keys of their own.
    const isTaken = [slider, speed, button].includes(event.target) && !'[]nN'.includes(event.key);
    if (isTaken || event.ctrlKey || event.altKey || event.metaKey || !Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    keys[event.key]();
  });
  button.addEventListener('click', play.turn);
  slider.addEventListener('input', () => play.go(Number(slider.value)));
  show();
}
if (typeof document !== 'undefined') {
  startPage(JSON.parse(document.getElementById('frames').textContent), document, {
    now: () => performance.now(),
    after: (ms, then) => setTimeout(then, ms),
  });
}
`;
