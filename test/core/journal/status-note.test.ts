import {describe, expect, it} from 'vitest';
import {portfolioOf} from '../../../src/account/portfolio/portfolio.ts';
import {readNote, type StatusNote} from '../../../src/core/journal/status-note.ts';
import {isNoteDue, keepStatus, statusNote} from '../../../src/desk/effects/status-note.ts';
import {accountOf, easyOption, given, noon} from '../../account/portfolio/account.ts';
import {startDesk} from '../../helpers/desk.ts';
import {intentFor} from '../../helpers/intents.ts';

const note = (at: number, sum = '1'): StatusNote => ({
  at,
  staleAfterMs: 75_000,
  pl: [{currency: 'USDT', sum, without: 0, count: 1}],
  workingOrders: 0,
  easyOptions: 0,
  positions: 0,
  ...{covered: 0, listLagMs: 0, skewMs: 0},
});

const confirmed = (changedAt: number) =>
  intentFor(
    {kind: 'cancel', orderId: '1'},
    {id: String(changedAt), state: 'CONFIRMED', proof: 'proved', changedAt},
  );

describe('the note for optty status', () => {
  it('is written when its P/L changes, at most every 5 s', () => {
    expect(isNoteDue(note(0), undefined)).toBe(true);
    expect(isNoteDue(note(4_999, '2'), note(0))).toBe(false);
    expect(isNoteDue(note(5_000, '2'), note(0))).toBe(true);
    expect(isNoteDue(note(5_000), note(0))).toBe(false);
  });

  it('is written at once when an order, a position or an own write changes it', () => {
    for (const changed of [
      {workingOrders: 1},
      {easyOptions: 1},
      {positions: 1},
      {covered: 1},
      {isStale: true},
    ])
      expect(isNoteDue({...note(1), ...changed}, note(0))).toBe(true);
  });

  it('is kept with the process that renews it, and again if it could not be kept', () => {
    const kept: unknown[] = [];
    const timers: (() => void)[] = [];
    let isFull = true;
    const by = {hostname: 'a', bootId: 'b', pidNamespace: 'c', pid: 1, startTime: 'd'};
    const keep = (_: string, text: string) => {
      if (!isFull) kept.push(readNote(text));
      return !isFull;
    };
    keepStatus({note: () => note(0), by, keep, after: (_, then) => timers.push(then)});
    timers.shift()?.();
    isFull = false;
    timers.shift()?.();
    timers.shift()?.();
    expect(kept).toEqual([{...note(0), by: JSON.stringify(by)}]);
  });

  it('is renewed before it looks old, even if nothing changed', () => {
    expect(isNoteDue(note(59_999), note(0))).toBe(false);
    expect(isNoteDue(note(60_000), note(0))).toBe(true);
  });

  it('covers an account that is still being read, and says if a list is not whole', () => {
    const rows = accountOf({easyOptions: [easyOption({pl: '1.5'}), easyOption({pl: '2'})]});
    const {state} = startDesk();
    const at = (ms: number, read = rows) => {
      const portfolio = {...state.portfolio, rows: read, account: portfolioOf(read, given())};
      return statusNote({...state, portfolio, now: {mono: ms, wall: noon + ms}});
    };
    const pl = [{currency: 'USDT', sum: '3.5', without: 0, count: 2}];
    expect(at(30_000)).toEqual({
      ...{at: noon, isPartial: false, staleAfterMs: 90_000},
      ...{pl, today: [], workingOrders: 0, easyOptions: 2, positions: 0},
      ...{covered: 0, listLagMs: 120_000, skewMs: 0},
    });
    expect(at(30_001)).toMatchObject({at: noon, isStale: true, pl});
    const late = {...state.feeds.cards, loadedAt: {mono: 0, wall: noon}};
    const blind = {...state, feeds: {...state.feeds, cards: late}, now: {mono: 20_000, wall: noon + 20_000}};
    const portfolio = {...state.portfolio, rows, account: portfolioOf(rows, given())};
    expect(statusNote({...blind, portfolio})).toMatchObject({isStale: true});
    for (const list of ['easyOptions', 'orders', 'cards', 'trades'] as const)
      expect(at(0, {...rows, [list]: {...rows[list], isWhole: false}})?.isPartial).toBe(true);
  });

  it('counts own writes before the lists were read, and has the clock of the service', () => {
    const {state} = startDesk();
    const rows = accountOf({});
    const now = {mono: 0, wall: noon};
    const portfolio = {...state.portfolio, rows, account: portfolioOf(rows, given())};
    const list = [confirmed(noon - 1_000), confirmed(noon + 1_000)];
    const intents = {...state.intents, list, clock: {offsetMs: 600_000, seenAt: now}};
    expect(statusNote({...state, portfolio, intents, now})).toMatchObject({covered: 1, skewMs: 600_000});
  });

  it('stays as it was until each list was read', () => {
    const {state} = startDesk();
    const rows = accountOf({});
    const unread = {...rows.orders, began: undefined, isWhole: false, fault: 'The service answered 502.'};
    const read = (orders: typeof rows.orders) => {
      const all = {...rows, orders};
      const portfolio = {...state.portfolio, rows: all, account: portfolioOf(all, given())};
      return statusNote({...state, portfolio});
    };
    expect(read(unread)).toBeUndefined();
    expect(read({...unread, unreadable: 1})).toMatchObject({isPartial: true});
    expect(read({...unread, began: rows.orders.began})).toMatchObject({isPartial: true});
  });

  it('is missing if another program wrote something else', () => {
    expect(readNote(JSON.stringify(note(1)))).toEqual(note(1));
    for (const text of ['', '[]', 'null', '{"at": "x"}']) expect(readNote(text)).toBeUndefined();
  });
});
