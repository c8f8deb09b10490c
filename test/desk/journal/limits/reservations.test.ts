import {afterEach, describe, expect, it} from 'vitest';
import type {Intent} from '../../../../src/desk/intents/intent.ts';
import type {Draft} from '../../../../src/desk/intents/kinds/kinds.ts';
import type {BoundJournal} from '../../../../src/desk/journal/journal.ts';
import {JournalError} from '../../../../src/desk/journal/problem.ts';
import {type Limits, noLimits} from '../../../../src/desk/model/vocabulary.ts';
import {start} from '../../intents/attempts.ts';
import {knows, loadOf, option, type Records, readOf} from '../../limits/account.ts';
import {unlimited} from '../../limits/knows.ts';
import {type Machine, machinesOf, service} from '../machines.ts';

const opening = (cardId: string, investmentAmount = '25'): Draft => ({
  kind: 'open',
  cardId,
  investmentAmount,
});
const asked = (id: string, draft: Draft): Intent => ({
  ...{id, draft, state: 'QUEUED', askedAt: start, changedAt: start.wall, reason: '', attempts: []},
});
const become = (intent: Intent, fields: object): Intent => ({...intent, ...fields}) as Intent;
const unknown = {state: 'UNKNOWN', candidates: [], noTrace: false};

const at = (most: string): Limits => ({underlyings: {}, maxOpenInvestment: {each: most}});

/** Asks by a process with these limits, that has read these records; why it is refused, or what came of it. */
function ask(
  journal: BoundJournal,
  intent: Intent,
  limits: Limits,
  {records = {}, mark = 0}: {records?: Records; mark?: number} = {},
): string {
  const added = loadOf(intent.draft, {currency: 'USDT', underlying: 'BTC'});
  const known = added && knows(limits, added, readOf(records, {mark}));
  try {
    return journal.ask(intent, undefined, known ?? {...unlimited, limits}).kind;
  } catch (error) {
    if (error instanceof JournalError && error.problem === 'held') return error.message;
    throw error;
  }
}

for (const [kind, make] of machinesOf) {
  describe(`limits in the journal ${kind}`, () => {
    const machines: Machine[] = [];
    const processes = async <Ids extends readonly number[]>(...pids: Ids) => {
      const machine = make();
      machines.push(machine);
      const journals = await Promise.all(pids.map(pid => machine.process(pid)));
      for (const journal of journals) journal.limits.announce(at('10000'), undefined, start.wall);
      return {machine, journals: journals as {[K in keyof Ids]: BoundJournal}};
    };
    afterEach(() => {
      for (const each of machines.splice(0)) each.end();
    });

    it('count what every process has requested until it is refused or not sent', async () => {
      const {journals} = await processes(1, 2);
      const [first, second] = journals;
      const one = asked('a', opening('1', '60'));
      expect(ask(first, one, at('100'))).toBe('asked');
      expect(ask(second, asked('b', opening('2', '50')), at('100'))).toBe(
        'Open investment would be up to 110 of 100 USDT: 0 open, 60 of other dashboards or accounts, 50 now. ' +
          '0 is known: the rest is in doubt. Resolve what is UNKNOWN, or wait for its answer.',
      );
      expect(ask(second, asked('c', opening('2', '40')), at('100'))).toBe('asked');
      expect(ask(first, asked('d', opening('3', '1')), at('100'))).toContain('60 pending here, 40 of');
      first.save(become(one, {state: 'REJECTED', reason: 'no'}));
      expect(ask(second, asked('e', opening('4', '60')), at('100'))).toBe('asked');
    });

    it('count UNKNOWN and accepted writes for each process until its own read shows them', async () => {
      const {journals} = await processes(1, 2);
      const [first, second] = journals;
      const one = asked('a', opening('1', '60'));
      const tryOn = (journal: BoundJournal, known: object = {}) =>
        ask(journal, asked('x', opening('2', '50')), at('100'), known);
      expect(ask(first, one, at('100'))).toBe('asked');
      first.save(become(one, {...unknown, reason: 'No answer.'}));
      expect(tryOn(second)).toContain('60 of other');
      first.claim(become(one, {state: 'CONFIRMED', proof: 'matched', resolvedRecordId: '9'}));
      const {mark} = second.limits.standing(undefined, start.wall);
      expect(tryOn(second)).toContain('60 sent elsewhere, not in reads here yet');
      expect(tryOn(first)).toContain('60 pending here');
      const over = {options: [option('9', {status: 'CLOSED'})]};
      expect(tryOn(second, {records: over, mark: mark - 1})).toContain('60 sent elsewhere');
      expect(tryOn(second, {records: over, mark})).toBe('asked');
    });

    it('count an accepted write as long as no process has read its result', async () => {
      const {journals} = await processes(1);
      const [journal] = journals;
      const one = asked('a', opening('1', '60'));
      expect(ask(journal, one, at('100'))).toBe('asked');
      journal.claim(become(one, {state: 'CONFIRMED', proof: 'matched', resolvedRecordId: '9'}));
      const held = (hours: number) =>
        journal.limits.standing(undefined, start.wall + hours * 3_600_000).reservations.length;
      expect(held(48)).toBe(1);
      journal.limits.keepSettled(['a', 'of nobody']);
      expect(journal.limits.standing(undefined, start.wall).reservations[0]?.ended?.settled).toBe(2);
      expect(held(1)).toBe(1);
      // It is looked at anew once somebody has written.
      journal.keep('note', 'x');
      expect(held(48)).toBe(0);
    });

    it('release a resolved write only if the user says that nothing was done', async () => {
      const {journals} = await processes(1);
      const [journal] = journals;
      for (const [id, word] of [
        ['a', 'done'],
        ['b', 'override'],
        ['c', 'nothing'],
      ] as const) {
        const intent = asked(id, opening(id === 'a' ? '1' : id === 'b' ? '2' : '3', '30'));
        expect(ask(journal, intent, at('1000'))).toBe('asked');
        journal.save(become(intent, {state: 'RESOLVED', said: {word, note: ''}, reason: word}));
      }
      expect(ask(journal, asked('x', opening('9', '50')), at('100'))).toContain('60 pending here');
    });

    it('apply to all while the dashboard that announced them runs, and no longer', async () => {
      const {machine, journals} = await processes(1, 2);
      const [first, second] = journals;
      first.limits.announce(at('10'), undefined, start.wall);
      expect(ask(second, asked('a', opening('1', '11')), noLimits)).toContain('would be 11 of 10 USDT');
      expect(second.limits.standing(undefined, start.wall).others).toMatchObject([{limits: at('10')}]);
      machine.kill(1);
      expect(ask(second, asked('b', opening('1', '11')), noLimits)).toBe('asked');
    });

    it('count the writes per minute of all processes, and block no exit', async () => {
      const {journals} = await processes(1, 2);
      const [first, second] = journals;
      const limits: Limits = {underlyings: {}, maxWritesPerMinute: 2};
      const unsent = asked('a', opening('1'));
      expect(ask(first, unsent, limits)).toBe('asked');
      expect(ask(first, asked('b', opening('2')), limits)).toBe('asked');
      expect(ask(second, asked('c', opening('3')), limits)).toContain('2 of 2 openings and orders');
      expect(ask(second, asked('d', {kind: 'cancel', orderId: '5'}), limits)).toBe('asked');
      expect(ask(second, asked('e', {kind: 'close', easyOptionId: '6'}), limits)).toBe('asked');
      first.save(become(unsent, {state: 'NOT SENT', reason: 'no'}));
      expect(ask(second, asked('f', opening('3')), limits)).toBe('asked');
    });

    it('have no time zone for the day until a dashboard with limits has started', async () => {
      const machine = make();
      machines.push(machine);
      const journal = await machine.process(1);
      const zone = () => journal.limits.standing(undefined, start.wall).zone;
      expect(zone()).toBeUndefined();
      journal.limits.announce(at('100'), undefined, start.wall);
      expect(zone()).toBeDefined();
    });

    it('apply to one account as soon as two accounts are known to differ', async () => {
      const machine = make();
      machines.push(machine);
      const first = await machine.process(1);
      const second = await machine.process(2, {...service, fingerprint: 'another'});
      const of = (intent: Intent, accountId: string) => ({...intent, accountId});
      expect(ask(first, of(asked('a', opening('1', '60')), '1'), at('100'))).toBe('asked');
      expect(ask(second, of(asked('b', opening('2', '60')), '1'), at('100'))).toContain('60 of other');
      expect(ask(second, asked('c', opening('2', '60')), at('100'))).toContain('60 of other');
      expect(ask(second, of(asked('d', opening('2', '60')), '2'), at('100'))).toBe('asked');
    });

    it('count what ended under another label and credential only until its account must have read it', async () => {
      const machine = make();
      machines.push(machine);
      const first = await machine.process(1);
      const second = await machine.process(2, {...service, fingerprint: 'another'}, 'bob');
      const same = await machine.process(3, {...service, fingerprint: 'another'}, 'main');
      first.limits.announce(at('100'), undefined, start.wall);
      const one = asked('a', opening('1', '60'));
      expect(ask(first, one, at('100'))).toBe('asked');
      const count = (of: BoundJournal, minutes: number) => {
        of.keep('note', String(minutes));
        return of.limits.standing(undefined, start.wall + minutes * 60_000).reservations.length;
      };
      expect(count(second, 60 * 48)).toBe(1);
      first.claim(become(one, {state: 'CONFIRMED', proof: 'matched', resolvedRecordId: '9'}));
      expect([count(second, 119), count(second, 121)]).toEqual([1, 0]);
      first.limits.keepSettled(['a']);
      expect([count(second, 4), count(second, 6)]).toEqual([1, 0]);
      expect([count(same, 119), count(first, 119)]).toEqual([1, 1]);
    });
  });
}
