import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {IntentSent} from '../../../../src/core/intents/intent.ts';
import type {Draft} from '../../../../src/core/intents/kinds/kinds.ts';
import type {Outcome} from '../../../../src/core/intents/outcome.ts';
import type {Command, SentMsg} from '../../../../src/desk/messages.ts';
import {sendSeveral} from '../../../../src/desk/order/several/outbox.ts';
import {update} from '../../../../src/desk/update.ts';
import {arrivedEmpty, order, startDesk} from '../../../helpers/desk.ts';
import {haltOf} from '../../../helpers/halt.ts';
import {intentFor} from '../../../helpers/intents.ts';

/** Whatever the service answers, and in whatever order, several writes keep their law. */
const status = (code: number, retryAfterMs?: number): Outcome => ({
  kind: 'status',
  status: code,
  ownBody: true,
  words: '',
  retryAfterMs,
});
const outcomes: Readonly<Record<string, Outcome>> = {
  '429': status(429, 7_000),
  '503': status(503),
  refused: status(422),
  gone: status(404),
  lost: {kind: 'lost', words: 'reset'},
  'not sent': {kind: 'not sent', words: 'no link', mayRepeat: false},
};

/** After each of these the rest is not sent. */
const stops: Readonly<Record<string, SentMsg>> = {
  Esc: {type: 'ran', action: 'back'},
  halted: {type: 'halt', msg: {type: 'seen', record: haltOf({})}},
  taken: {
    ...{type: 'controls'},
    seen: {is: 'held', epoch: 2, by: 'process 9', since: 0, isReturned: false},
  },
  suspended: {type: 'resumed'},
};
const unsent = ['not sent', 'disk'];
const ends = ['yes', 'vanish', 'disk', ...Object.keys(outcomes), ...Object.keys(stops)];

/** Lets several cancels run, each ending as `plan` says, and tells what was asked of the journal. */
function play(count: number, plan: readonly string[]) {
  const ids = Array.from({length: count}, (_, index) => String(index + 1));
  const desk = startDesk().open({orders: ids.map(id => order(id))});
  const drafts = ids.map((orderId): Draft => ({kind: 'cancel', orderId, size: '2'}));
  let [state] = sendSeveral(desk.state, drafts, desk.now);
  let commands: Command[] = [];
  let listed = ids;
  const asks: string[] = [];
  const limited: string[] = [];
  const planned = [...plan];
  let stoppedAt: number | undefined;
  const send = (msg: Parameters<typeof update>[1]) => {
    const [next, more] = update(state, msg);
    state = next;
    commands.push(...more);
  };
  const tell = (msg: IntentSent) => send({type: 'intent', msg, now: desk.now});

  const answer = (draft: Draft) => {
    if (draft.kind !== 'cancel') throw new Error(draft.kind);
    asks.push(draft.orderId);
    const end = planned.shift() ?? 'yes';
    const stop = stops[end];
    if (stop !== undefined) send({...stop, now: desk.now});
    if (stop !== undefined || unsent.includes(end)) stoppedAt ??= asks.length;
    if (end === 'vanish') {
      // The next one that waits fills, and a poll of the whole list shows it.
      listed = listed.filter(id => id !== String(Number(draft.orderId) + 1));
      desk.pass(1);
      send({type: 'pollDue', pane: 'orders', arm: state.feeds.orders.arm, now: desk.now});
      const request = state.feeds.orders.fetching ?? 0;
      const answer = {...arrivedEmpty, rows: listed.map(id => order(id))};
      send({type: 'arrived', pane: 'orders', request, began: desk.now, answer, now: desk.now});
    }
    if (end === 'disk') return tell({type: 'askFailed', draft, reason: 'The disk is full.'});
    const id = `i${asks.length}`;
    tell({type: 'asked', intent: intentFor(draft, {id}, desk.now)});
    const cancelled: Outcome = {kind: 'yes', order: order(draft.orderId, {status: 'CANCELED'})};
    const outcome = outcomes[end] ?? cancelled;
    if (end === '429') limited.push(draft.orderId);
    const result = {at: desk.now, outcome};
    const attempt = {number: 1, by: 'user', process: 'this', startedAt: desk.now, result} as const;
    tell({type: 'attempted', intentId: id, attempt});
    const sent = state.intents.list.find(each => each.id === id);
    if (sent?.state === 'CONFIRMED')
      tell({
        type: 'claimed',
        intent: {...sent, state: 'CONFIRMED', proof: 'proved', resolvedRecordId: draft.orderId},
      });
  };

  let rounds = 0;
  const standing: number[] = [];
  for (; state.outbox !== undefined && rounds < 1_000; rounds++) {
    standing.push(state.outbox.items.length);
    const asked = commands.flatMap(each => (each.type === 'journalAsk' ? [each.draft] : []));
    commands = [];
    expect(asked.length).toBeLessThanOrEqual(1);
    const [draft] = asked;
    if (draft !== undefined) {
      expect(desk.now.mono).toBeGreaterThanOrEqual(state.intents.blockedUntil.cancel ?? 0);
      answer(draft);
    }
    desk.pass(1_000);
    send({type: 'tick', now: desk.now});
  }
  const words = state.notices.find(each => each.about === 'several')?.text ?? '';
  return {asks, limited, rounds, words, ids, stoppedAt};
}

/** The numbers before the commas of the last sentence. */
function counts(words: string): number[] {
  const bare = words.replace(/\([^()]*\)/g, '');
  return bare
    .slice(bare.indexOf(':') + 1)
    .split(',')
    .map(part => Number.parseInt(part, 10));
}

describe('several writes in a row', () => {
  it('write each order once except after a 429, stop by one rule, and have correct counts at the end', () => {
    fc.assert(
      fc.property(
        fc.integer({min: 1, max: 12}),
        fc.array(fc.constantFrom(...ends), {maxLength: 30}),
        (count, plan) => {
          const {asks, limited, rounds, words, ids, stoppedAt} = play(count, plan);
          expect(asks).toHaveLength(stoppedAt ?? asks.length);
          expect(rounds).toBeLessThan(1_000);
          for (const id of ids) {
            const written = asks.filter(each => each === id).length;
            expect(written - limited.filter(each => each === id).length).toBeLessThanOrEqual(1);
          }
          expect(words).toMatch(new RegExp(`^Cancel ${count} orders?: `));
          expect(counts(words).reduce((sum, each) => sum + each, 0)).toBe(count);
        },
      ),
      {numRuns: 300},
    );
  });

  it('are counted by their outcome', () => {
    expect(play(7, ['yes', 'refused', '429', 'lost', 'vanish', 'not sent']).words).toBe(
      'Cancel 7 orders: 2 canceled, 1 REJECTED (#2: Rejected by the service), 1 UNKNOWN at 00:00:17 (#3), 1 left out (#5: It is no longer listed as open), ' +
        '1 NOT SENT (2 #6: Nothing was sent. no link), 1 not sent (2 #7): #6 was NOT SENT',
    );
  });

  it('are each sent once, though the state forgets old ones before the last is sent', () => {
    const {asks, words} = play(250, []);
    expect(new Set(asks).size).toBe(250);
    expect([asks.length, words]).toEqual([250, 'Cancel 250 orders: 250 canceled']);
  });
});
