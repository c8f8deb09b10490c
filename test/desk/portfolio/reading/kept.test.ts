import {describe, expect, it} from 'vitest';
import type {EasyOption} from '../../../../src/api/wire/records.ts';
import type {KeptRows} from '../../../../src/desk/portfolio/reading/known.ts';
import {nothingKept, onlyTold, takeRows} from '../../../../src/desk/portfolio/reading/list.ts';

const row = (id: string, status = 'ACTIVE'): EasyOption => ({id, status});

function take(kept: KeptRows<EasyOption>, rows: readonly EasyOption[], number: number, from = 1) {
  return takeRows('easyOptions', kept, rows, {number, from});
}

const idsOf = ({rows}: KeptRows<EasyOption>) => rows.map(({id}) => id);

describe('the records that are kept of a list', () => {
  const {kept} = take(nothingKept, [row('9'), row('100'), row('20')], 1);

  it('stand by id ascending, whole numbers by their value, in whatever order they come', () => {
    expect(idsOf(kept)).toEqual(['9', '20', '100']);
    expect(idsOf(take(kept, [row('1'), row('101'), row('50')], 2).kept)).toEqual([
      '1',
      '9',
      '20',
      '50',
      '100',
      '101',
    ]);
  });

  it('are the objects they were where nothing changed, and so is their list', () => {
    const same = take(kept, [row('20'), row('9')], 2).kept;
    expect(same.rows).toBe(kept.rows);
    const moved = take(kept, [row('20', 'CLOSED')], 2).kept;
    expect(moved.rows[0]).toBe(kept.rows[0]);
    expect(moved.rows[1]).toEqual(row('20', 'CLOSED'));
    expect(moved.open).toEqual([true, false, true]);
  });

  it('are open while their status is none to end in, be it that they tell none', () => {
    const odd = take(nothingKept, [{id: '1'}, row('2', 'ON_HOLD'), row('3', 'EXPIRED')], 1).kept;
    expect(odd.open).toEqual([true, true, false]);
    expect(take(odd, [row('1', 'CLOSED'), {id: '3'}], 2).kept.open).toEqual([false, true, true]);
  });

  it('are not undone by an answer that comes late', () => {
    const ended = take(kept, [row('20', 'CLOSED')], 3).kept;
    expect(take(ended, [row('20')], 2).kept.rows[1]).toEqual(row('20', 'CLOSED'));
    expect(take(ended, [row('20', 'EXPIRED')], 4).kept.rows[1]).toEqual(row('20', 'EXPIRED'));
  });

  it('are counted once a search, and without an id not at all', () => {
    const {fresh, unnamed} = take(kept, [row('9'), row('21'), row('21'), row('')], 5, 5);
    expect({fresh, unnamed}).toEqual({fresh: 2, unnamed: 1});
    const again = take(take(kept, [row('9')], 5, 5).kept, [row('9')], 6, 5);
    expect(again.fresh).toBe(0);
  });

  it('go where no request has told them since', () => {
    const later = take(kept, [row('20')], 7).kept;
    expect(idsOf(onlyTold(later, 7))).toEqual(['20']);
    expect(idsOf(onlyTold(later, 7, ({id}) => id === '9'))).toEqual(['9', '20']);
  });
});
