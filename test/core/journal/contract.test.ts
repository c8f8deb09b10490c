import {describe, expect, it} from 'vitest';
import type {HaltProgress} from '../../../src/core/halt/halt.ts';
import type {Intent} from '../../../src/core/intents/intent.ts';
import {placeAfter} from '../../../src/core/intents/kinds/amend.ts';
import type {WriteDraft} from '../../../src/core/intents/kinds/kinds.ts';
import type {Attempt, Outcome} from '../../../src/core/intents/outcome.ts';
import type {BoundJournal} from '../../../src/core/journal/journal.ts';
import {readSeveral} from '../../../src/core/journal/json.ts';
import {JournalError} from '../../../src/core/journal/problem.ts';
import type {Proposal} from '../../../src/core/proposals/proposal.ts';
import {intentFor} from '../../helpers/intents.ts';
import {amendDraft, attempts, later, lost, own, start} from '../intents/attempts.ts';
import {knows, ordering, readOf, trade} from '../limits/account.ts';
import {unlimited} from '../limits/knows.ts';
import {machinesOf} from './machines.ts';

const open: WriteDraft = {kind: 'open', cardId: '7', investmentAmount: '25'};
const place: WriteDraft = {kind: 'place', symbol: 'BTC-C', side: 'BUY', price: '5', size: '2'};

const alerted = {
  what: 'Alert',
  target: '#9',
  amount: '2',
  outcome: 'It is above 5.',
  requestId: undefined,
  latencyMs: undefined,
};

const amend = amendDraft();
const bought = trade('1', {openDate: 1, fee: '0'});
const asked = (id: string, draft: WriteDraft = open) =>
  intentFor(draft, {id, idempotencyKey: draft.kind === 'place' ? `k-${id}` : undefined}, start);
const proposed = (id: string): Proposal => ({
  ...{id, draft: place, reason: 'cheap', by: {name: 'agent', version: '1', pid: 7}, priceSeen: '5.5'},
  ...{askedAt: start.wall, expiresAt: start.wall + 60_000},
});
const yesOf = (status: string): Outcome => ({kind: 'yes', order: {orderId: '9', status}});
const become = (intent: Intent, state: Intent['state'], fields: object = {}): Intent =>
  ({...intent, state, ...fields}) as Intent;
const unknown = (intent: Intent, fields: object = {}) =>
  become(intent, 'UNKNOWN', {reason: 'No answer came.', ...fields});
const done = (intent: Intent, resolvedRecordId: string) =>
  become(intent, 'CONFIRMED', {proof: 'matched', reason: 'A read shows it.', resolvedRecordId});
/** One more attempt begins, after the others; it has no outcome yet. */
const begin = (journal: BoundJournal, intent: Intent, before: readonly Attempt[], attempt: Attempt) =>
  journal.beginAttempt(become({...intent, attempts: before}, 'SENDING'), {...attempt, result: undefined});

for (const [kind, make] of machinesOf) {
  describe(`the journal ${kind}`, () => {
    const two = async () => {
      const {process} = make();
      return [await process(1), await process(2)] as const;
    };

    it('sends an open proposal once, in the commit of its intent', async () => {
      const [one, other] = await two();
      one.proposals.propose(proposed('p1'), unlimited);
      const bare = {...proposed('p0'), priceSeen: undefined};
      one.proposals.propose(bare, unlimited);
      expect(other.proposals.open()).toEqual([proposed('p1'), bare]);
      one.proposals.end(['p0'], 'WITHDRAWN', '', start.wall);
      const sending = {...asked('a', place), proposalId: 'p1'};
      expect(one.ask(sending, unlimited).kind).toBe('asked');
      expect(other.proposals.open()).toEqual([]);
      const again = {...asked('b', {...place, side: 'SELL'}), proposalId: 'p1'};
      expect(() => other.ask(again, unlimited)).toThrow(/no longer open/);
      // The refused intent left no lock behind.
      expect(other.ask(asked('c', {...place, side: 'SELL'}), unlimited).kind).toBe('asked');
      expect(other.proposals.standing('p1', start.wall)).toMatchObject({state: 'SENDING'});
      one.controls.take(start.wall, true);
      one.save(become(sending, 'REJECTED', {reason: 'No funds.'}));
      expect(other.proposals.standing('p1', start.wall)).toMatchObject({
        state: 'REJECTED',
        reason: 'No funds.',
      });
    });

    it('sends no proposal that expired, was declined or was withdrawn', async () => {
      const journal = await make().process(1);
      journal.controls.take(start.wall, false);
      for (const id of ['late', 'declined', 'withdrawn']) journal.proposals.propose(proposed(id), unlimited);
      expect(journal.proposals.end(['declined'], 'DECLINED', 'too dear', start.wall)).toBe(1);
      expect(journal.proposals.end(['withdrawn', 'declined'], 'WITHDRAWN', '', start.wall)).toBe(1);
      const states = (wall: number) =>
        journal.proposals.latest(9, wall).map(({state, reason}) => (reason ? `${state}: ${reason}` : state));
      expect(states(start.wall)).toEqual(['WITHDRAWN', 'DECLINED: too dear', 'OPEN']);
      expect(states(start.wall + 60_000)).toEqual(['WITHDRAWN', 'DECLINED: too dear', 'EXPIRED']);
      const late = {...unlimited, now: later(60_000)};
      for (const id of ['late', 'declined', 'withdrawn', 'none'])
        expect(() => journal.ask({...asked(id, place), proposalId: id}, late)).toThrow(/no longer open/);
      expect(journal.proposals.end(['late'], 'DECLINED', '', late.now.wall)).toBe(0);
    });

    it('says of controls that were away in between that they changed hands', async () => {
      const [one, other] = await two();
      one.controls.take(start.wall, true);
      other.controls.take(start.wall, true);
      expect(one.controls.whyLost(1)).toContain('process 2');
      one.controls.take(start.wall, true);
      expect(one.controls.whyLost(1)).toBe('The controls changed hands.');
      expect(one.controls.whyLost(3)).toBeUndefined();
    });

    it('keeps several writes of one key for each next holder of the controls, until one has named the rest', async () => {
      const machine = make();
      const [one, other] = [await machine.process(1), await machine.process(2)];
      const several = (at: number) => ({at, asked: [{draft: place, before: 'a'}, {draft: open}]});
      const seenBy = (journal: BoundJournal) => readSeveral(journal.controls.seen().several ?? '');
      one.controls.take(start.wall, false);
      expect(seenBy(other)).toBeUndefined();
      one.controls.keepSeveral(several(1));
      other.controls.keepSeveral(several(2));
      expect(seenBy(other)).toEqual(several(1));
      other.controls.take(start.wall, true);
      one.controls.keepSeveral(undefined);
      expect(seenBy(other)).toEqual(several(1));
      machine.kill(2);
      one.controls.take(start.wall, false);
      expect(seenBy(one)).toEqual(several(1));
      one.controls.keepSeveral(undefined);
      expect(seenBy(one)).toBeUndefined();
    });

    it('lets only the holder of the controls decline, and any process withdraw', async () => {
      const [holder, viewer] = await two();
      for (const id of ['a', 'b']) holder.proposals.propose(proposed(id), unlimited);
      holder.controls.take(start.wall, true);
      const end = (id: string, as: 'DECLINED' | 'WITHDRAWN') =>
        viewer.proposals.end([id], as, '', start.wall);
      expect(() => end('a', 'DECLINED')).toThrow(/process 1 has the controls/);
      expect(end('b', 'WITHDRAWN')).toBe(1);
      expect(holder.proposals.open().map(({id}) => id)).toEqual(['a']);
    });

    it('refuses a proposal by the gate of all writes, and the 21st that is open, by whatever name', async () => {
      const journal = await make().process(1);
      journal.halt.set(start.wall);
      expect(() => journal.proposals.propose(proposed('p0'), unlimited)).toThrow(/HALTED/);
      const cancel = {...proposed('x'), draft: {kind: 'cancel', orderId: '9'} as const};
      expect(() => journal.proposals.propose(cancel, unlimited)).not.toThrow();
      journal.halt.lift(start.wall);
      for (let count = 2; count <= 20; count++) journal.proposals.propose(proposed(`p${count}`), unlimited);
      expect(() => journal.proposals.propose(proposed('p21'), unlimited)).toThrow(/20 proposals are open/);
      const others = {...proposed('q'), by: {name: 'other', version: '', pid: 8}};
      expect(() => journal.proposals.propose(others, unlimited)).toThrow(/20 proposals are open/);
    });

    it('lets one order follow a cancel, and another one only after that was refused', async () => {
      const journal = await make().process(1);
      const cancel = asked('a', {kind: 'cancel', orderId: '9', then: amend});
      journal.ask(cancel, unlimited);
      journal.save({...cancel, state: 'CONFIRMED', proof: 'proved'});
      const following = (id: string) => asked(id, placeAfter('a', amend, '0.5'));
      expect(journal.ask(following('b'), unlimited).kind).toBe('asked');
      journal.save(done(following('b'), '12'));
      expect(journal.ask(following('c'), unlimited).kind).toBe('locked');
      const other = asked('d', {kind: 'cancel', orderId: '8', then: {...amend, orderId: '8'}});
      journal.ask(other, unlimited);
      journal.save({...other, state: 'CONFIRMED', proof: 'proved'});
      const after = (id: string) => asked(id, placeAfter('d', {...amend, orderId: '8'}, '0'));
      journal.ask(after('e'), unlimited);
      journal.save(become(after('e'), 'REJECTED'));
      expect(journal.ask(after('f'), unlimited).kind).toBe('asked');
      const kept = journal.writes(start.wall).find(({id}) => id === 'f');
      expect(kept?.draft).toMatchObject({replaces: {cancelId: 'd', orderId: '8'}});
    });

    it('lets another one follow after a person said that nothing came of it, which an answer may contradict', async () => {
      const journal = await make().process(1);
      const cancel = asked('a', {kind: 'cancel', orderId: '9', then: amend});
      journal.ask(cancel, unlimited);
      journal.save({...cancel, state: 'CONFIRMED', proof: 'proved'});
      const following = (id: string) => asked(id, placeAfter('a', amend, '0.5'));
      const said = (id: string, word: string) => become(following(id), 'RESOLVED', {said: {word, note: ''}});
      journal.ask(following('b'), unlimited);
      journal.save(said('b', 'nothing'));
      expect(journal.ask(following('c'), unlimited).kind).toBe('asked');
      journal.save(said('c', 'done'));
      expect(journal.save({...done(following('b'), '12'), isContradicted: true})).toBe('saved');
      expect(journal.ask(following('d'), unlimited).kind).toBe('locked');
    });

    it('takes no cancel of an amend whose new order it would refuse', async () => {
      const journal = await make().process(1);
      const cancel = asked('a', {kind: 'cancel', orderId: '9', then: amend});
      const next = knows({maxOpenNotional: '10'}, ordering('12'), readOf({}));
      expect(() => journal.ask(cancel, {...unlimited, next})).toThrow(/12 of 10/);
      expect(journal.ask({...cancel, draft: {kind: 'cancel', orderId: '9'}}, unlimited).kind).toBe('asked');
    });

    it('says of a proposed amend that it is CONFIRMED by the order that follows alone', async () => {
      const journal = await make().process(1);
      const stands = () => {
        const {state, reason} = journal.proposals.standing('p', start.wall) ?? {};
        return `${state}: ${reason}`;
      };
      journal.proposals.propose({...proposed('p'), draft: amend}, unlimited);
      const cancel = asked('a', {kind: 'cancel', orderId: '9', then: amend});
      journal.ask({...cancel, proposalId: 'p'}, unlimited);
      const canceled = {...cancel, state: 'CONFIRMED', proof: 'proved', reason: 'CANCELED.'} as Intent;
      journal.save(canceled);
      expect(stands()).toBe('SENDING: CANCELED.');
      const nothing = {...cancel.draft, then: undefined} as WriteDraft;
      journal.save({...canceled, draft: nothing, reason: 'Filled before the change.'});
      expect(stands()).toBe('NOT REPLACED: Filled before the change.');
      journal.save({...canceled, notReplaced: 'The ask moved.'});
      expect(stands()).toBe('NOT REPLACED: The ask moved.');
      const place = asked('b', placeAfter('a', amend, '0'));
      journal.ask(place, unlimited);
      expect(stands()).toMatch(/^SENDING/);
      journal.save(become(place, 'REJECTED', {reason: 'No funds.'}));
      expect(stands()).toBe('NOT REPLACED: REJECTED: No funds.');
      const again = asked('c', placeAfter('a', amend, '0'));
      journal.ask(again, unlimited);
      journal.save(done(again, '12'));
      expect(stands()).toMatch(/^CONFIRMED/);
    });

    it('keeps what became of a cancel, and that a person has read it', async () => {
      const all = make();
      const journal = await all.process(1);
      const cancel = asked('a', {kind: 'cancel', orderId: '9', then: amend});
      journal.ask(cancel, unlimited);
      const said = {notReplaced: 'HALTED.', isAcknowledged: true, isContradicted: true};
      journal.save(become(cancel, 'CONFIRMED', {proof: 'proved', ...said}));
      all.kill(1);
      expect((await all.process(2)).writes(start.wall)).toMatchObject([{...said, draft: {then: amend}}]);
    });

    it('allows one unresolved intent per target across all processes', async () => {
      const [first, second] = await two();
      expect(first.ask(asked('a'), unlimited)).toMatchObject({kind: 'asked'});
      expect(second.ask(asked('b'), unlimited)).toMatchObject({
        kind: 'locked',
        by: expect.stringContaining('SENDING'),
      });
      expect(first.ask(asked('c'), unlimited)).toMatchObject({kind: 'locked'});
      expect(second.ask(asked('d', {...open, cardId: '8'}), unlimited)).toMatchObject({
        kind: 'asked',
      });
      first.controls.take(start.wall, true);
      first.save(become(asked('a'), 'REJECTED'));
      expect(second.ask(asked('e'), unlimited)).toMatchObject({kind: 'asked'});
    });

    it('stores the first attempt with the intent, and starts only its next while it is unresolved', async () => {
      const mine = await make().process(1);
      const [first] = attempts(lost);
      const begun = {epoch: 1, number: 1, by: 'user', process: 'this', startedAt: start};
      expect(mine.ask(asked('a'), unlimited)).toMatchObject({begun});
      expect(mine.kept('a')).toMatchObject({state: 'SENDING', attempts: [{epoch: 1, number: 1}]});
      const tryOn = (id: string, number: number) => begin(mine, asked(id), [], {...first, number});
      expect(tryOn('a', 1)).toBeUndefined();
      expect(tryOn('a', 3)).toBeUndefined();
      expect(tryOn('a', 2)).toBeDefined();
      expect(tryOn('a', 2)).toBeUndefined();
      mine.save(become(asked('a'), 'NOT SENT'));
      expect(tryOn('a', 3)).toBeUndefined();
      expect(tryOn('z', 1)).toBeUndefined();
    });

    it('lets two dashboards sell a position once, also while halted and beyond limits', async () => {
      const [one, other] = await two();
      const {expiryDate} = bought;
      const contract = {asset: 'BTC', type: 'CALL', strikePrice: '70000', expiryDate};
      const reduces = `1\nBTC\nCALL\n70000\n${expiryDate}`;
      const fields = {side: 'SELL', size: '3', positionId: '1', contract, reduces} as const;
      const sell: WriteDraft = {...place, ...fields};
      const read = readOf({trades: [bought]});
      const limits = {underlyings: {}, maxOpenNotional: '1', maxWritesPerMinute: 0};
      const held = knows(limits, ordering('15'), read);
      one.halt.set(start.wall);
      const first = asked('a', sell);
      expect(one.ask(first, held).kind).toBe('asked');
      one.save(done(first, '9'));
      // No read of the other dashboard shows the order.
      expect(() => other.ask(asked('b', sell), held)).toThrow(/3, but 2 of 5 is left/);
      const rest = asked('c', {...place, ...fields, size: '2'});
      expect(other.ask(rest, held).kind).toBe('asked');
      other.save(become(rest, 'NOT SENT'));
      expect(one.ask(asked('d', {...place, ...fields, size: '2'}), held).kind).toBe('asked');
      expect(() => one.ask(asked('e', {...place, ...fields, reduces: undefined}), held)).toThrow(/HALTED/);
    });

    it('refuses an attempt that adds risk while a halt is set, whichever process set the halt', async () => {
      const [mine, other] = await two();
      const cancel: WriteDraft = {kind: 'cancel', orderId: '5'};
      const close: WriteDraft = {kind: 'close', easyOptionId: '6'};
      const second = {...attempts(lost)[0], number: 2};
      for (const [id, draft] of Object.entries({open, place})) mine.ask(asked(id, draft), unlimited);
      other.halt.set(start.wall);
      expect(mine.halt.seen()).toMatchObject({at: start.wall, by: expect.stringContaining('process 2')});
      for (const [id, draft] of Object.entries({open, place})) {
        expect(() => begin(mine, asked(id, draft), [], second)).toThrow(/HALTED by process 2/);
        expect(() => mine.ask(asked(`${id} anew`, draft), unlimited)).toThrow(/HALTED by process 2/);
      }
      for (const [id, draft] of Object.entries({cancel, close})) {
        expect(mine.ask(asked(id, draft), unlimited)).toMatchObject({kind: 'asked'});
        expect(begin(mine, asked(id, draft), [], second)).toBeDefined();
      }
      mine.halt.lift(start.wall);
      expect(other.halt.seen()).toBeUndefined();
      expect(begin(mine, asked('open', open), [], second)).toBeDefined();
    });

    it('keeps with a write the halt that was in force when it was asked for', async () => {
      const [mine, other] = await two();
      const ask = (id: string) => {
        const intent = asked(id, {kind: 'close', easyOptionId: id});
        expect(mine.ask(intent, unlimited)).toMatchObject({intent: {id}});
        return mine.kept(id)?.underHalt;
      };
      expect(ask('1')).toBeUndefined();
      for (const id of ['2', '3']) {
        // Its clock was set back.
        other.halt.set(start.wall + 60_000);
        const {number} = other.halt.seen() ?? {};
        expect(number).toBeDefined();
        expect(ask(id)).toBe(number);
        mine.halt.lift(start.wall);
      }
      expect(mine.kept('2')?.underHalt).not.toBe(mine.kept('3')?.underHalt);
      expect(ask('4')).toBeUndefined();
    });

    it('takes how far a halt is from the holder alone, and only the end that is wanted', async () => {
      const {process} = make();
      const viewer = await process(1);
      const holder = await process(2);
      const {halt} = holder;
      viewer.halt.set(start.wall, 'NO ORDERS');
      const left = [{what: 'order #5', why: 'not read yet'}];
      const progress: HaltProgress = {at: start.wall, word: 'HALTING', left, orders: 1};
      holder.controls.take(start.wall, true);
      halt.report(progress);
      expect(viewer.halt.seen()).toMatchObject({at: start.wall, wants: 'NO ORDERS', progress});
      expect(() => viewer.halt.report(progress)).toThrow(/controls/);
      const ended = {...progress, word: 'NO ORDERS', left: []} as const;
      halt.report({...ended, left: []});
      expect(viewer.halt.seen()?.progress).toEqual(ended);
      // The end that was proved is not the one that is wanted by then.
      halt.report(progress);
      viewer.halt.set(start.wall, 'NO ORDERS, NO EASY OPTIONS');
      halt.report({...ended, left: []});
      expect(viewer.halt.seen()).toMatchObject({wants: 'NO ORDERS, NO EASY OPTIONS', progress: undefined});
      halt.report({...ended, word: 'NO ORDERS, NO EASY OPTIONS', left: []});
      expect(viewer.halt.seen()?.progress?.word).toBe('NO ORDERS, NO EASY OPTIONS');
      // What is asked for anew begins anew, and does no less than what is under way.
      viewer.halt.set(start.wall, 'NO ORDERS, NO EASY OPTIONS');
      viewer.halt.set(start.wall, 'NO ORDERS');
      expect(halt.seen()).toMatchObject({wants: 'NO ORDERS, NO EASY OPTIONS', progress: undefined});
      halt.lift(start.wall);
      viewer.halt.set(start.wall);
      expect(halt.seen()).toMatchObject({wants: undefined, progress: undefined});
    });

    it('keeps the first halt, also after the process that set it has ended', async () => {
      const {process, kill} = make();
      const first = await process(1);
      first.halt.set(start.wall);
      const seen = first.halt.seen();
      expect(first.halt.seen()).toBe(seen);
      kill(1);
      const second = await process(2);
      second.halt.set(later(60_000).wall);
      expect(second.halt.seen()).toEqual(seen);
    });

    it('keeps the record of a yes, whatever is saved of it without one', async () => {
      const journal = await make().process(1);
      journal.ask(asked('a'), unlimited);
      journal.save(done(asked('a'), '9'));
      const {resolvedRecordId: _, ...bare} = done(asked('a'), '9') as Intent & {resolvedRecordId: string};
      expect(journal.save(bare as Intent)).toBe('saved');
      expect(journal.kept('a')).toMatchObject({state: 'CONFIRMED', resolvedRecordId: '9'});
      journal.save({...bare, isContradicted: true} as Intent);
      expect(journal.kept('a')).not.toMatchObject({resolvedRecordId: '9'});
    });

    it('does not let one record end two intents of the same kind', async () => {
      const journal = await make().process(1);
      journal.ask(asked('a'), unlimited);
      expect(journal.save(done(asked('a'), '101'))).toBe('saved');
      journal.ask(asked('b'), unlimited);
      expect(journal.save(done(asked('b'), '101'))).toBe('taken');
      expect(journal.save(done(asked('b'), '102'))).toBe('saved');
      const close: WriteDraft = {kind: 'close', easyOptionId: '101'};
      journal.ask(asked('c', close), unlimited);
      expect(journal.save(done(asked('c', close), '101'))).toBe('saved');
    });

    it('gives what is unresolved to each process as it is, and decisions to the holder of the controls', async () => {
      const {process, kill} = make();
      const [first, second] = [await process(1), await process(2)];
      const facts = {knownBefore: ['3', '4'], offsetAtSend: 40};
      first.ask({...asked('a', place), ...facts}, unlimited);
      const [attempt] = attempts(own(503));
      first.endAttempt('a', attempt);
      expect(() => second.save(unknown(asked('a', place)))).toThrow(JournalError);
      kill(1);
      expect(second.writes(start.wall)).toMatchObject([
        {
          ...{id: 'a', draft: place, state: 'SENDING', idempotencyKey: 'k-a', ...facts},
          askedAt: {wall: start.wall},
          attempts: [
            {
              number: 1,
              process: 'earlier',
              startedAt: {wall: attempt.startedAt.wall},
              result: {outcome: {kind: 'status', status: 503, ownBody: true}},
            },
          ],
        },
      ]);
      second.controls.take(start.wall, false);
      second.save(unknown(asked('a', place)));
      expect(second.writes(start.wall)).toMatchObject([{state: 'UNKNOWN', reason: 'No answer came.'}]);
      expect(() => first.save(done(asked('a', place), '9'))).toThrow(JournalError);
    });

    it('keeps the clock offset of an earlier byte, but none that was set before the first byte', async () => {
      const offsetAfter = async (which: 'first' | 'second') => {
        const {process, kill} = make();
        const [first, second] = [await process(1), await process(2)];
        const intent = {...asked('a', place), offsetAtSend: 40};
        first.ask(intent, unlimited);
        const [one, two = one] = attempts(own(503), own(503));
        first.endAttempt('a', {...one, isUnsteady: which === 'first'});
        if (which === 'second') {
          begin(first, intent, [one], two);
          first.endAttempt('a', {...two, isUnsteady: true});
        }
        kill(1);
        return second.writes(start.wall)[0]?.offsetAtSend;
      };
      expect(await offsetAfter('first')).toBeUndefined();
      expect(await offsetAfter('second')).toBe(40);
    });

    it('returns what is unresolved and what ended lately, the same array until a process writes', async () => {
      const [mine, other] = await two();
      const seen = () => mine.writes(start.wall).map(({id, state}) => `${id} ${state}`);
      expect(seen()).toEqual([]);
      other.ask(asked('b', place), unlimited);
      expect(seen()).toEqual(['b SENDING']);
      expect(mine.writes(start.wall)).toBe(mine.writes(start.wall));
      other.save(unknown(asked('b', place)));
      expect(seen()).toEqual(['b UNKNOWN']);
      other.save(done(asked('b', place), '9'));
      expect(seen()).toEqual(['b CONFIRMED']);
      mine.ask({...asked('a'), askedAt: later(1_000)}, unlimited);
      expect(seen()).toEqual(['b CONFIRMED', 'a SENDING']);
    });

    it('keeps the outcome that a former holder writes late, for the new holder to read', async () => {
      const [former, holder] = await two();
      const [first] = attempts(own(503));
      const second = {...first, number: 2, result: {at: later(2_000), outcome: own(422)}};
      const intent = {...asked('a', place), offsetAtSend: 40};
      former.ask(intent, unlimited);
      former.endAttempt('a', first);
      begin(former, intent, [first], second);
      holder.controls.take(start.wall, true);
      expect(holder.writes(start.wall)).toMatchObject([
        {attempts: [{number: 1}, {number: 2, result: undefined}]},
      ]);
      former.endAttempt('a', second);
      expect(holder.kept('a')).toMatchObject({
        state: 'SENDING',
        offsetAtSend: 40,
        attempts: [{number: 1}, {number: 2, process: 'earlier', result: {outcome: own(422)}}],
      });
      expect(holder.kept('none')).toBeUndefined();
    });

    it('ends and sends nothing while an outcome of the former holder is not known', async () => {
      const [former, holder] = await two();
      const close: WriteDraft = {kind: 'close', easyOptionId: '5'};
      const [attempt] = attempts(yesOf('PENDING'));
      const begun = {...attempt, result: undefined};
      former.ask(asked('a', close), unlimited);
      former.save(unknown(asked('a', close), {attempts: [begun]}));
      holder.controls.take(start.wall, true);
      const [found = asked('a')] = holder.writes(start.wall);
      former.endAttempt('a', attempt);
      const resolved = (word: string, of = found) =>
        ({...of, state: 'RESOLVED', said: {word, note: ''}}) as Intent;
      for (const word of ['nothing', 'override']) expect(holder.save(resolved(word))).toBe('behind');
      for (const each of [become(found, 'REJECTED'), done(found, '9')])
        expect(holder.save(each)).toBe('behind');
      expect(begin(holder, found, found.attempts, {...attempt, number: 2})).toBeUndefined();
      expect(holder.kept('a')).toMatchObject({state: 'UNKNOWN', attempts: [{number: 1}]});
      expect(holder.save(unknown(found))).toBe('saved');
      const known = holder.kept('a') ?? found;
      expect(holder.save(resolved('nothing', known))).toBe('saved');
      expect(holder.kept('a')?.state).toBe('RESOLVED');
    });

    it('ends anew what an answer contradicts, and nothing else that has ended', async () => {
      const all = make();
      const journal = await all.process(1);
      journal.ask(asked('a', place), unlimited);
      const resolved = {...asked('a', place), state: 'RESOLVED', said: {word: 'nothing', note: ''}} as Intent;
      journal.save(resolved);
      // What was not written is not told as written.
      expect(journal.save(done(asked('a', place), '9'))).toBe('behind');
      expect(journal.save(unknown(asked('a', place)))).toBe('behind');
      expect(journal.kept('a')?.state).toBe('RESOLVED');
      const corrected = {...done(asked('a', place), '9'), isContradicted: true};
      expect(journal.save(corrected)).toBe('saved');
      const kept = {state: 'CONFIRMED', resolvedRecordId: '9', isContradicted: true};
      expect((await all.process(2)).writes(start.wall)).toMatchObject([kept]);
      const anew = unknown(done(asked('a', place), '9'), {isContradicted: true});
      expect(journal.save(anew)).toBe('saved');
      journal.save(become(anew, 'REJECTED'));
      journal.ask(asked('b', place), unlimited);
      expect(journal.save(done(asked('b', place), '9'))).toBe('saved');
    });

    it('saves a missing attempt result together with the next change, and alone without the controls', async () => {
      const [former, holder] = await two();
      const [lacking] = attempts(lost);
      former.ask(asked('b'), unlimited);
      former.save(unknown({...asked('b'), attempts: [lacking]}));
      expect(holder.kept('b')).toMatchObject({state: 'UNKNOWN', attempts: [{result: {outcome: lost}}]});
      const [attempt] = attempts(yesOf('OPEN'));
      former.ask(asked('a', place), unlimited);
      holder.controls.take(start.wall, true);
      const ended = {...done(asked('a', place), '9'), attempts: [attempt]};
      expect(() => former.save(ended)).toThrow(JournalError);
      expect(holder.kept('a')).toMatchObject({
        state: 'SENDING',
        attempts: [{number: 1, result: {outcome: {kind: 'yes'}}}],
      });
    });

    it('returns intents and events, newest first, and keeps notes', async () => {
      const journal = await make().process(1);
      const event = {
        id: 'e-1',
        at: start.wall + 5,
        kind: 'alert' as const,
        ...alerted,
      };
      journal.ask(asked('a'), unlimited);
      journal.appendEvents([event]);
      journal.ask({...asked('b', place), changedAt: start.wall + 10}, unlimited);
      expect(journal.recentActivity(10).map(line => line.id)).toEqual(['intent b', 'e-1', 'intent a']);
      expect(journal.recentActivity(2)).toHaveLength(2);
      expect(journal.recall('alerts')).toBeUndefined();
      journal.keep('alerts', '[]');
      journal.keep('alerts', '[1]');
      expect(journal.recall('alerts')).toBe('[1]');
    });
  });
}
