import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {Outcome} from '../../../src/core/intents/outcome.ts';
import {
  readActivity,
  readDetail,
  readDraft,
  readKnownBefore,
  readOutcome,
} from '../../../src/core/journal/json.ts';
import {type JournalHost, presence, readLease} from '../../../src/core/journal/lease.ts';
import {readKept} from '../../../src/desk/kept.ts';
import type {ActivityLine} from '../../../src/desk/state.ts';
import {order} from '../intents/attempts.ts';

const outcomes: readonly Outcome[] = [
  {kind: 'yes'},
  {kind: 'yes', order: {...order(), also: {fills: [1, '2']}}},
  {kind: 'garbled', words: 'cut'},
  {kind: 'status', status: 429, ownBody: true, words: 'wait', retryAfterMs: 1_000},
  {kind: 'lost', words: 'reset'},
  {kind: 'not sent', words: 'refused', mayRepeat: false},
];
const line: ActivityLine = {
  id: 'e-1',
  at: 5,
  kind: 'partly-filled',
  what: 'Filled',
  target: '#9',
  amount: '2',
  outcome: '',
  requestId: 'r-1',
  latencyMs: 12.5,
};
const alert = {
  id: 'a',
  pane: 'cards' as const,
  rowId: '7',
  label: 'BTC',
  field: 'ask',
  above: true,
  level: '5.5',
  hasRung: false,
};
const lease = {hostname: 'here', bootId: 'b', pidNamespace: 'n', pid: 7, startTime: 't'};
const host: JournalHost = {...lease, isAlive: () => false};
const anything = fc.oneof(fc.json(), fc.string());

describe('JSON in the journal', () => {
  it('is read as it was written', () => {
    for (const each of outcomes) expect(readOutcome(JSON.stringify(each))).toEqual(each);
    expect(readActivity(JSON.stringify(line))).toEqual(line);
    expect(readLease(JSON.stringify(lease))).toEqual(lease);
    expect(readKept(() => JSON.stringify([alert]))).toMatchObject({alerts: [alert], pinned: []});
    expect(readKept(() => '["7"]')).toEqual({alerts: [], pinned: ['7'], filterHistory: ['7']});
    expect(readKnownBefore('["1", "2"]')).toEqual(['1', '2']);
    expect(readDetail('{"offsetAtSend": -3}').offsetAtSend).toBe(-3);
    expect(readDetail('{"proof": "proved"}').proof).toBe('proved');
    expect(readDetail('{"said": {"word": "done", "note": "I saw it"}}').said.note).toBe('I saw it');
  });

  it('reads broken text in the safest way: no answer, no proof, nothing known, no process gone', () => {
    for (const text of ['', '{', 'null', '[]', '7', '{"kind": "status"}', '{"kind": "done"}']) {
      expect(readOutcome(text), text).toBeUndefined();
      expect(readDetail(text), text).toEqual({
        ...{offsetAtSend: undefined, proof: 'matched'},
        said: {word: '', note: ''},
      });
      expect(presence(readLease(text), host), text).toBe('elsewhere');
      expect(readActivity(text), text).toBeUndefined();
      expect(() => readDraft(text), text).toThrow();
    }
    expect(readKnownBefore('[1]')).toBeUndefined();
    expect(readOutcome('{"kind": "yes", "order": {"orderId": 9}}')).toBeUndefined();
    expect(readOutcome('{"kind": "yes", "order": {"orderId": "9", "timestamp": "now"}}')).toBeUndefined();
  });

  it('keeps the valid fields of a detail next to invalid ones', () => {
    expect(readDetail('{"proof": "none", "offsetAtSend": 4}')).toMatchObject({
      ...{proof: 'matched', offsetAtSend: 4},
    });
  });

  it('never fails on any text', () => {
    fc.assert(
      fc.property(anything, text => {
        expect(['alive', 'gone', 'elsewhere']).toContain(presence(readLease(text), host));
        expect(readDetail(text).said.word).toBeTypeOf('string');
        for (const read of [readOutcome, readKnownBefore, readActivity]) read(text);
        expect(readKept(() => text).alerts).toBeInstanceOf(Array);
      }),
      {seed: 5},
    );
  });
});
