import {describe, expect, it} from 'vitest';
import {isNoteDue, readNote, type StatusNote, statusNote} from '../../../src/desk/journal/status-note.ts';
import {portfolioOf} from '../../../src/desk/portfolio/portfolio.ts';
import {startDesk} from '../../helpers/desk.ts';
import {accountOf, easyOption, given, noon} from '../portfolio/account.ts';

const note = (at: number, sum = '1'): StatusNote => ({
  at,
  staleAfterMs: 75_000,
  pl: [{currency: 'USDT', sum, without: 0, count: 1}],
  workingOrders: 0,
  positions: 0,
});

describe('the note for optty status', () => {
  it('is written when its figures change, at most every 15 s', () => {
    expect(isNoteDue(note(0), undefined)).toBe(true);
    expect(isNoteDue(note(14_999, '2'), note(0))).toBe(false);
    expect(isNoteDue(note(15_000, '2'), note(0))).toBe(true);
    expect(isNoteDue(note(15_000), note(0))).toBe(false);
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
      ...{pl, workingOrders: 0, positions: 0},
    });
    expect(at(30_001)).toBeUndefined();
    for (const list of ['easyOptions', 'orders', 'cards', 'trades'] as const)
      expect(at(0, {...rows, [list]: {...rows[list], isWhole: false}})?.isPartial).toBe(true);
  });

  it('is missing if another program wrote something else', () => {
    expect(readNote(JSON.stringify(note(1)))).toEqual(note(1));
    for (const text of ['', '[]', 'null', '{"at": "x"}']) expect(readNote(text)).toBeUndefined();
  });
});
