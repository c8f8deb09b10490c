import {describe, expect, it} from 'vitest';
import type {Entry} from '../../../../src/desk/recorder/entries.ts';
import {undrawn} from '../../../../src/desk/recorder/file/open-recorder.ts';
import {following, startOf} from '../../../../src/desk/recorder/player/player.ts';
import {redactedRecording} from '../../../../src/desk/recorder/redact.ts';
import type {Row} from '../../../../src/desk/resources/resource.ts';
import {update} from '../../../../src/desk/update.ts';
import {recordingOf} from '../../../helpers/recordings.ts';
import {createChance} from '../../../sim/chance.ts';
import {entriesOf, type Session, sessionOf} from './sessions.ts';

const all = {from: 0, to: Number.MAX_VALUE};
const began = {version: '0.1.0', profile: 'work', host: 'trading.example', pid: 77, zone: 'Europe/Berlin'};
const session = sessionOf({seed: 3, steps: 120});
const entries = entriesOf(session, began);
const longer = entriesOf(sessionOf({seed: 5, steps: 300, mostRows: 12}), began);

function redacted(of: readonly Entry[], span = all, hidesAmounts = false) {
  const chance = createChance(5);
  const draw = (below: number) => chance.from(0, below - 1);
  return redactedRecording(recordingOf(of), span, {hidesAmounts, draw});
}

function lastState(of: readonly Entry[]) {
  const recording = recordingOf(of);
  let head = startOf(recording, 0);
  for (;;) {
    const next = following(recording, head);
    if (next === undefined) return head.state;
    expect(next.crash).toBeUndefined();
    head = next;
  }
}

const rowsOf = (of: readonly Entry[]): readonly Row[] =>
  of.flatMap(each => (each.type === 'msg' && each.msg.type === 'arrived' ? each.msg.answer.rows : []));

const timeOf = ({msgs}: Session, at: number) => msgs[at]?.now.wall ?? Number.NaN;

describe('a redacted recording', () => {
  it('states that it is redacted, and its program and time zone, but not its account', () => {
    const [first] = redacted(entries).entries;
    expect(first).toMatchObject({
      type: 'began',
      began: {isRedacted: true, version: '0.1.0', pid: 0, zone: 'Europe/Berlin'},
    });
    expect(JSON.stringify(first)).not.toMatch(/work|trading|example/);
  });

  it('starts with the state at the start of the span, and has the messages from there', () => {
    const span = {from: timeOf(session, 60), to: timeOf(session, 90)};
    const [, snapshot, ...rest] = redacted(entries, span).entries;
    const {now, counter, pane} = lastState(entries.slice(0, 62));
    expect(snapshot).toMatchObject({type: 'snapshot', state: {now, counter, pane}});
    expect(rest.map(each => each.type === 'msg' && each.msg.now.wall)).toEqual(
      session.msgs.map(each => each.now.wall).filter(wall => wall >= span.from && wall <= span.to),
    );
  });

  it('continues from the recorded state if the messages lead to another one', () => {
    const other = {...lastState(entries.slice(0, 40)), counter: 5_000};
    const snapshot: Entry = {type: 'snapshot', state: other, table: undrawn};
    const {entries: after} = redacted([...entries.slice(0, 40), snapshot, ...entries.slice(40)]);
    const snapshots = after.filter(each => each.type === 'snapshot');
    expect(snapshots.map(({state}) => state.counter)).toEqual([session.first.counter, 5_000]);
  });

  it('has the message that crashed the program', () => {
    const broken = {type: 'arrived', pane: 'none', now: {mono: 1, wall: timeOf(session, 119) + 1}};
    const {entries: after} = redacted([...entries, {type: 'msg', msg: Object(broken)}]);
    expect(after.at(-1)).toMatchObject({type: 'msg', msg: {type: 'arrived'}});
  });

  it('states how many texts it replaced', () => {
    expect([...redacted(longer).replaced.keys()].sort()).toEqual(['ids', 'names', 'texts', 'typed']);
    expect(redacted(longer, all, true).replaced.get('amounts')).toBeGreaterThan(20);
  });

  it('keeps symbols, statuses, sides, prices, sizes and dates of rows, and replaces ids and texts', () => {
    const [was, is] = [rowsOf(entries), rowsOf(redacted(entries).entries)];
    expect(is).toHaveLength(was.length);
    for (const [at, row] of was.entries()) {
      for (const [name, value] of Object.entries(row)) {
        const after = Reflect.get(is[at] ?? {}, name);
        const isAmended = /^(id|.*Id|title|cardName|tradingIdea|description)$/.test(name) && value;
        if (isAmended) expect(after).not.toBe(value);
        else if (name !== 'also') expect([name, after]).toEqual([name, value]);
      }
      expect(Reflect.has(is[at] ?? {}, 'also')).toBe(false);
    }
  });

  it('keeps palette input that finds a command, and replaces other text typed there', () => {
    const open = {type: 'ran', action: 'palette', now: {mono: 20_000, wall: timeOf(session, 0)}} as const;
    const type = (value: string) => ({type: 'typed', field: '', value, now: open.now}) as const;
    const typed = [open, type('expo'), type('exportsmith'), type('go 12345678901')];
    const {entries: after} = redacted(entriesOf({first: session.first, msgs: typed}, began));
    const values = after.flatMap(each =>
      each.type === 'msg' && each.msg.type === 'typed' ? each.msg.value : [],
    );
    expect(values[0]).toBe('expo');
    expect(values[1]).toMatch(/^(?!export)[a-z]{11}$/);
    expect(values[2]).toMatch(/^go (?!12345678901)\d{11}$/);
  });
});

describe('a redacted session', () => {
  const seeds = Array.from({length: 12}, (_, at) => at + 1);

  it.each(seeds)('plays to its end like the original (seed %i)', seed => {
    const played = sessionOf({seed, steps: 150});
    const was = played.msgs.reduce((state, msg) => update(state, msg)[0], played.first);
    for (const hidesAmounts of [false, true]) {
      const is = lastState(redacted(entriesOf(played, began), all, hidesAmounts).entries);
      expect({pane: is.pane, overlay: is.overlay.kind, counter: is.counter}).toEqual({
        ...{pane: was.pane, overlay: was.overlay.kind, counter: was.counter},
      });
    }
  });

  it('has one new id for each id, in the same order, and prices in the same order', () => {
    const [was, is] = [rowsOf(longer), rowsOf(redacted(longer, all, true).entries)];
    const pairsOf = (names: RegExp) =>
      was.flatMap((row, at) =>
        Object.entries(row)
          .filter(([name, value]) => names.test(name) && value !== undefined)
          .map(([name, value]): [string, string] => [String(value), String(Reflect.get(is[at] ?? {}, name))]),
      );
    const ids = pairsOf(/^(id|\w+Id)$/);
    expect(new Map(ids).size).toBe(new Set(ids.map(([, after]) => after)).size);
    for (const [before, after] of ids)
      expect([new Map(ids).get(before), after.length]).toEqual([after, before.length]);
    const byId = (a: string, b: string) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
    const sorted = [...new Map(ids)].sort(([a], [b]) => byId(a, b)).map(([, after]) => after);
    expect(sorted).toEqual(sorted.toSorted(byId));
    const prices = [...new Map(pairsOf(/Price$|^price$/))].sort(([a], [b]) => Number(a) - Number(b));
    expect(prices.length).toBeGreaterThan(20);
    expect(prices.filter(([before, after]) => before === after)).toEqual([]);
    const after = prices.map(([, price]) => Number(price));
    expect(after).toEqual(after.toSorted((a, b) => a - b));
  });
});
