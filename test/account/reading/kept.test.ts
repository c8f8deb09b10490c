import {describe, expect, it} from 'vitest';
import {withRows} from '../../../src/account/reading/rows.ts';
import type {EasyOption} from '../../../src/api/wire/records.ts';

const row = (id: string, status = 'ACTIVE'): EasyOption => ({id, status});
const take = (kept: readonly EasyOption[], ...rows: EasyOption[]) => withRows('easyOptions', kept, rows);
const idsOf = (rows: readonly EasyOption[]) => rows.map(({id}) => id);

describe('the kept records of a list', () => {
  const kept = take([], row('9'), row('100'), row('20'));

  it('are sorted by id, whole numbers by value, in any order of arrival', () => {
    expect(idsOf(kept)).toEqual(['9', '20', '100']);
    const more = take(kept, row('1'), row('101'), row('50'));
    expect(idsOf(more)).toEqual(['1', '9', '20', '50', '100', '101']);
  });

  it('are the same objects if nothing changed, and so is their list', () => {
    expect(take(kept, row('20'), row('9'))).toBe(kept);
    const moved = take(kept, row('20', 'CLOSED'));
    expect(moved[0]).toBe(kept[0]);
    expect(moved[1]).toEqual(row('20', 'CLOSED'));
  });

  it('are kept once each, and without an id not at all', () => {
    expect(idsOf(take(kept, row('21'), row('21'), row('')))).toEqual(['9', '20', '21', '100']);
  });
});
