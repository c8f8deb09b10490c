import {describe, expect, it} from 'vitest';
import type {Limits} from '../../../src/account/model/vocabulary.ts';
import type {Intent} from '../../../src/core/intents/intent.ts';
import type {WriteDraft} from '../../../src/core/intents/kinds/kinds.ts';
import type {Attempt} from '../../../src/core/intents/outcome.ts';
import type {BoundJournal} from '../../../src/core/journal/journal.ts';
import {JournalError} from '../../../src/core/journal/problem.ts';
import {intentFor} from '../../helpers/intents.ts';
import {later, lost, start} from '../intents/attempts.ts';
import {knows, loadOf, type Records, readOf} from '../limits/account.ts';
import {unlimited} from '../limits/knows.ts';
import {machinesOf} from './machines.ts';

const opening = (cardId: string, investmentAmount = '25'): WriteDraft => ({
  kind: 'open',
  cardId,
  investmentAmount,
});
const asked = (id: string, draft: WriteDraft, addsTo?: Intent['addsTo']) =>
  intentFor(draft, {id, addsTo}, start);
const become = (intent: Intent, fields: object): Intent => ({...intent, ...fields}) as Intent;

const at = (most: string): Limits => ({underlyings: {}, maxOpenInvestment: {each: most}});

/** Asks by a process with these limits, that has read these records; why it is refused, or what came of it. */
function ask(journal: BoundJournal, intent: Intent, limits: Limits, records: Records = {}): string {
  const added = loadOf(intent.draft, {currency: 'USDT', underlying: 'BTC'});
  const known = added && knows(limits, added, readOf(records));
  try {
    return journal.ask(intent, known ?? {...unlimited, limits}).kind;
  } catch (error) {
    if (error instanceof JournalError && error.problem === 'held') return error.message;
    throw error;
  }
}

for (const [kind, make] of machinesOf) {
  describe(`limits in the journal ${kind}`, () => {
    const process = async () => {
      const journal = await make().process(1);
      journal.limits.keepZone(start.wall);
      return journal;
    };
    it('count what was requested until it is refused or not sent', async () => {
      const journal = await process();
      const one = asked('a', opening('1', '60'));
      expect(ask(journal, one, at('100'))).toBe('asked');
      expect(ask(journal, asked('b', opening('2', '50')), at('100'))).toBe(
        'Open investment would be up to 110 of 100 USDT: 0 open, 60 pending, 50 now. ' +
          '0 is known: the rest is in doubt. Resolve what is UNKNOWN, or wait for its answer.',
      );
      expect(ask(journal, asked('c', opening('2', '40')), at('100'))).toBe('asked');
      expect(ask(journal, asked('d', opening('3', '1')), at('100'))).toContain('100 pending');
      journal.save(become(one, {state: 'REJECTED', reason: 'no'}));
      expect(ask(journal, asked('e', opening('4', '60')), at('100'))).toBe('asked');
    });

    it('count what the former holder asked for when another process takes the controls', async () => {
      const all = make();
      const former = await all.process(1);
      const next = await all.process(2);
      for (const each of [former, next]) each.limits.keepZone(start.wall);
      expect(ask(former, asked('a', opening('1', '60')), at('100'))).toBe('asked');
      expect(ask(next, asked('b', opening('2', '50')), at('100'))).toContain('60 pending');
      expect(next.limits.standing(start.wall).pending).toMatchObject([{intentId: 'a', isEnded: false}]);
    });

    it('count an accepted write for twice the longest lag', async () => {
      const journal = await process();
      const one = asked('a', opening('1', '60'));
      expect(ask(journal, one, at('100'))).toBe('asked');
      journal.save(become(one, {state: 'CONFIRMED', proof: 'matched', resolvedRecordId: '9'}));
      const count = (minutes: number) => {
        // It is looked at anew once something has been written.
        journal.keep('note', String(minutes));
        return journal.limits.standing(start.wall + minutes * 60_000).pending.length;
      };
      expect([count(119), count(121)]).toEqual([1, 0]);
    });

    it('count a repeat of a place that began late beside the order of its answer', async () => {
      const pending = async (lateMs: number) => {
        const journal = await process();
        const draft: WriteDraft = {kind: 'place', symbol: 'BTC-C', side: 'BUY', price: '5', size: '20'};
        const write = {...asked('a', draft), idempotencyKey: 'key'};
        expect(ask(journal, write, at('1000'))).toBe('asked');
        const attempts: Attempt[] = [];
        for (const [index, afterMs] of [0, lateMs].entries()) {
          const startedAt = later(afterMs);
          const begun: Attempt = {number: index + 1, by: 'user', process: 'this', startedAt};
          if (index > 0) journal.beginAttempt(become(write, {attempts: [...attempts]}), begun);
          attempts.push({...begun, result: {at: startedAt, outcome: lost}});
          journal.endAttempt('a', attempts[index] ?? begun);
        }
        journal.save(become(write, {state: 'CONFIRMED', proof: 'proved', resolvedRecordId: '9', attempts}));
        return journal.limits.standing(start.wall).pending.map(({recordId, size}) => [recordId, size]);
      };
      expect(await pending(29_000)).toEqual([['9', '20']]);
      expect(await pending(31_000)).toEqual([
        ['9', '20'],
        [undefined, '20'],
      ]);
    });

    it('count a write in the currency and underlying that were known when it was asked for', async () => {
      const journal = await process();
      const addsTo = {currency: 'EUR', underlying: 'ETH'};
      expect(ask(journal, asked('a', opening('1', '60'), addsTo), at('100'))).toBe('asked');
      expect(ask(journal, asked('b', opening('2', '50')), at('100'))).toBe('asked');
      const loads = journal.limits.standing(start.wall).pending.map(({load}) => load);
      expect(loads).toMatchObject([addsTo, {currency: undefined, underlying: undefined}]);
    });

    it('release a resolved write only if the user says that nothing was done', async () => {
      const journal = await process();
      for (const [id, word] of [
        ['a', 'done'],
        ['b', 'override'],
        ['c', 'nothing'],
      ] as const) {
        const intent = asked(id, opening(id === 'a' ? '1' : id === 'b' ? '2' : '3', '30'));
        expect(ask(journal, intent, at('1000'))).toBe('asked');
        journal.save(become(intent, {state: 'RESOLVED', said: {word, note: ''}, reason: word}));
      }
      expect(ask(journal, asked('x', opening('9', '50')), at('100'))).toContain('60 pending');
    });

    it('count the writes per minute, and block no exit', async () => {
      const journal = await process();
      const limits: Limits = {underlyings: {}, maxWritesPerMinute: 2};
      const unsent = asked('a', opening('1'));
      expect(ask(journal, unsent, limits)).toBe('asked');
      expect(ask(journal, asked('b', opening('2')), limits)).toBe('asked');
      expect(ask(journal, asked('c', opening('3')), limits)).toContain('2 of 2 openings and orders');
      expect(ask(journal, asked('d', {kind: 'cancel', orderId: '5'}), limits)).toBe('asked');
      expect(ask(journal, asked('e', {kind: 'close', easyOptionId: '6'}), limits)).toBe('asked');
      journal.save(become(unsent, {state: 'NOT SENT', reason: 'no'}));
      expect(ask(journal, asked('f', opening('3')), limits)).toBe('asked');
    });

    it('have no time zone for the day until a process with limits has started', async () => {
      const journal = await make().process(1);
      const zone = () => journal.limits.standing(start.wall).zone;
      expect(zone()).toBeUndefined();
      journal.limits.keepZone(start.wall);
      expect(zone()).toBeDefined();
    });
  });
}
