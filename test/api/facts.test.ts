import {describe, expect, it} from 'vitest';
import {scriptedService} from '../helpers/service.ts';
import {facts} from './facts.ts';

/**
 * Counted by hand from the interface: a fact that is dropped from the tables, or a field from a record, shows
 * here.
 */
const counts: Record<string, number> = {
  // 15 fields; 2 + 2 documented values, and an unknown one for each enum; 5 bounds.
  '2.1': 15 + 6 + 5,
  // 23 fields; 2 + 6 + 2 values, and 3 unknown ones.
  '2.2': 23 + 13,
  '2.3': 7,
  // 18 fields; 2 + 2 + 3 + 2 values, and 4 unknown ones.
  '2.4': 18 + 13,
  // 4 fields of two lists.
  '2.5': 8,
  // 15 fields; 2 + 2 + 2 values, and 3 unknown ones; the items of the list.
  '2.6': 15 + 9 + 1,
  '2.7': 4,
  '3.1': 1,
  '3.2': 2,
  // close 5; open 7; search 1 + 33 members + 2 defaults + 1 failure; list 1 + 12 members + 2 defaults + 1
  // shape.
  '4.1': 5 + 7 + 37 + 16,
  // list 1 + 4 members + 2 defaults + 1 limit + 5 failures; create 1 + 7 fields + 4 patterns + 1 + 5 failures;
  // cancel 4.
  '4.2': 13 + 18 + 4,
  // list 1 + 8 members + 2 defaults + 2 failures; one trade 5.
  '4.3': 13 + 5,
  '5': 9,
  '7': 3,
  '8': 10,
  '9': 9,
};

describe('the API, fact by fact', () => {
  it('has the expected number of facts in each section', () => {
    const counted = Object.groupBy(facts, fact => fact.section);
    expect(
      Object.fromEntries(Object.entries(counted).map(([section, group]) => [section, group?.length])),
    ).toEqual(counts);
    expect(new Set(facts.map(fact => `${fact.section} ${fact.says}`)).size).toBe(facts.length);
  });

  it.each(facts.map(fact => ({name: `${fact.section} ${fact.says}`, fact})))('$name', async ({fact}) => {
    await fact.prove(await scriptedService());
  });
});
