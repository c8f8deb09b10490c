import {describe, expect, it} from 'vitest';
import type {Moment} from '../../../src/account/model/moment.ts';
import {defaultGuardrails, noLimits} from '../../../src/account/model/vocabulary.ts';
import type {OwnService} from '../../../src/account/reading/ledger.ts';
import {askPage} from '../../../src/account/reading/pages.ts';
import type {Answer, CallOptions, Operations} from '../../../src/api/client.ts';
import {ApiError, LinkError, ShapeError} from '../../../src/api/errors.ts';
import type {Order, Page} from '../../../src/api/wire/records.ts';
import type {Intent, IntentEffect, IntentSent} from '../../../src/core/intents/intent.ts';
import {cancelDraft} from '../../../src/core/intents/kinds/cancel.ts';
import type {Write} from '../../../src/core/intents/kinds/kind.ts';
import type {WriteDraft} from '../../../src/core/intents/kinds/kinds.ts';
import type {BoundJournal} from '../../../src/core/journal/journal.ts';
import {JournalError} from '../../../src/core/journal/problem.ts';
import {outcomeOf, perform, whyUnsent} from '../../../src/core/sending.ts';
import {createIntentEffects} from '../../../src/desk/effects/journaled.ts';
import {carryOut} from '../../../src/desk/effects/world.ts';
import {factsNow} from '../../../src/desk/order/gate-now.ts';
import type {State} from '../../../src/desk/state.ts';
import {takingControls} from '../../helpers/controls.ts';
import {lostOrder, startDesk} from '../../helpers/desk.ts';
import {bindStore, createStore} from '../../sim/memory-journal.ts';
import {ordering, pending, standing} from '../limits/account.ts';
import {unlimited} from '../limits/knows.ts';
import {opened} from '../limits/opened.ts';
import {attempts, later, lost, order, own, start} from './attempts.ts';

const answer = <Value>(value: Value, fields: Partial<Answer<Value>> = {}): Answer<Value> => ({
  value,
  venue: 'LIVE',
  latencyMs: 100,
  requestId: 'r-1',
  ...fields,
});

/** A client whose every operation that is not given fails the test. */
function clientOf(given: Partial<Operations>): Operations {
  const unexpected = (): never => {
    throw new Error('This operation was not expected.');
  };
  return new Proxy(given, {get: (target, name) => Reflect.get(target, name) ?? unexpected}) as Operations;
}

const page = <Row>(rows: Row[], fields: Partial<Page<Row>> = {}): Page<Row> => ({
  rows,
  unreadable: [],
  page: 0,
  pageSize: 100,
  total: rows.length,
  isLast: true,
  ...fields,
});

/** The request for a draft, before its first attempt. */
const write = (draft: WriteDraft): Write<WriteDraft> => ({
  ...{draft, attempts: [], idempotencyKey: undefined, offsetAtSend: undefined, knownBefore: undefined},
  ...{askedAt: start, saidYes: false},
});

describe('the outcome of a call', () => {
  const refusal = (status: number, recognised: boolean) =>
    new ApiError('No.', {status, recognised, retryAfter: 5_000, requestId: 'r-2'});

  it.each([
    [refusal(422, true), {...own(422), words: 'No.', retryAfterMs: 5_000}],
    [refusal(404, false), {status: 404, ownBody: false}],
    [new ShapeError('Odd.', {status: 200}), {kind: 'garbled'}],
    [new LinkError('reset', 'maybe', 'Reset.'), {kind: 'lost'}],
    [new LinkError('cut', 'maybe', 'Cut.', 200), {kind: 'garbled'}],
    [new LinkError('cut', 'maybe', 'Cut.', 422), {status: 422, ownBody: false}],
    [new LinkError('refused', 'no', 'Refused.'), {kind: 'not sent', mayRepeat: true}],
    [new LinkError('input', 'no', 'Bad id.'), {kind: 'not sent', mayRepeat: false}],
    [new LinkError('credentials', 'no', 'Held back.'), {mayRepeat: false}],
    [new LinkError('aborted', 'no', 'Held back.'), {mayRepeat: false}],
  ])('is a plain value for %o', (error, outcome) => {
    expect(outcomeOf(error)).toMatchObject(outcome);
  });

  it('proves nothing about an order if the response to its DELETE is the record of another order', async () => {
    const intent = write(cancelDraft(order({orderId: '7'})));
    const answered = (orderId: string) =>
      perform(clientOf({cancelOrder: async () => answer(order({orderId, status: 'CANCELED'}))}), intent);
    expect((await answered('7')).outcome).toMatchObject({kind: 'yes', order: {orderId: '7'}});
    expect((await answered('8')).outcome).toEqual({
      kind: 'garbled',
      words: 'The response is about another order, #8.',
    });
  });

  it('proves nothing about a place if the response is about an order of other terms, or listed before', async () => {
    const draft = {kind: 'place', symbol: 'BTC-C', side: 'BUY', price: '5', size: '2'} as const;
    const intent = {...write(draft), idempotencyKey: 'k', knownBefore: ['6']};
    const answered = async (fields: Partial<Order>) => {
      const client = clientOf({createOrder: async () => answer({...order(), orderId: '77', ...fields})});
      return (await perform(client, intent)).outcome;
    };
    const others = [{symbol: 'ETH-C'}, {side: 'SELL'}, {price: '5.1'}, {size: '3'}, {orderId: '6'}];
    for (const fields of others)
      expect(await answered(fields)).toEqual({
        kind: 'garbled',
        words: `The response is about another order, #${fields.orderId ?? '77'}.`,
      });
    // Of the same value, or not stated.
    for (const fields of [
      {price: '5.00'},
      {size: '2.0'},
      {symbol: undefined, side: undefined, size: undefined},
    ])
      expect(await answered(fields)).toMatchObject({kind: 'yes', order: {orderId: '77'}});
  });

  it('proves nothing about a write if a cache made the response before the request', async () => {
    const cached = {ageMs: 33_000, by: '1.1 proxy'};
    const old = {kind: 'garbled', words: expect.stringContaining('33 s old')};
    const place = {
      ...write({kind: 'place', symbol: 'BTC-C', side: 'BUY', price: '5', size: '2'}),
      idempotencyKey: 'k',
    };
    const yes = clientOf({createOrder: async () => answer(order(), {cached})});
    expect((await perform(yes, place)).outcome).toEqual(old);
    const refusal = new ApiError('No.', {status: 422, recognised: true, cached});
    const no = clientOf({createOrder: () => Promise.reject(refusal)});
    expect((await perform(no, place)).outcome).toEqual(old);
  });

  it('includes the details from the service', () => {
    const details = {available: '1.5', limits: {least: 2}};
    const error = new ApiError('Too little.', {status: 422, recognised: true, details});
    expect(outcomeOf(error)).toMatchObject({words: 'Too little. (available: 1.5, limits: {"least":2})'});
    const coded = new ApiError('Too little.', {status: 422, recognised: true, code: 'TOO_LITTLE'});
    expect(outcomeOf(coded)).toMatchObject({words: 'TOO_LITTLE: Too little.'});
  });

  it('is lost after a bug in the program, because anything may have been sent', () => {
    expect(outcomeOf(new TypeError('Oops.'))).toEqual({kind: 'lost', words: 'Oops.'});
    expect(outcomeOf('oops')).toEqual({kind: 'lost', words: 'oops'});
  });

  it('is not sent for an order without its key', async () => {
    const intent = write({kind: 'place', symbol: 'X', side: 'BUY', price: '1', size: '1'});
    expect(await perform(clientOf({}), intent)).toMatchObject({
      outcome: {kind: 'not sent', mayRepeat: false},
    });
  });

  it('keeps the request id of a refusal', async () => {
    const client = clientOf({
      closeEasyOption: () =>
        Promise.reject(new ApiError('No.', {status: 422, recognised: true, requestId: 'r-9'})),
    });
    const intent = write({kind: 'close', easyOptionId: '1'});
    expect(await perform(client, intent)).toMatchObject({requestId: 'r-9', outcome: {status: 422}});
  });
});

/** A page shows whose ledger answers; of another than the first, or the journal's, it does not count. */
const askOrders = (client: Operations) =>
  askPage(client, {pane: 'orders', query: {}, page: 0, pageSize: 20}, {cards: [], easyOptions: []}).catch(
    () => {},
  );

type Given = {
  readonly broken?: Partial<BoundJournal>;
  readonly clock?: () => Moment;
  readonly state?: State;
  readonly service?: OwnService;
  readonly lookForControls?: () => string | undefined;
};

/** The only write, as the journal has it. */
const asJournaled = (journal: BoundJournal): Intent => {
  const [intent] = journal.writes(start.wall);
  if (intent === undefined) throw new Error('The journal is empty.');
  return intent;
};

const reset = () => new LinkError('reset', 'maybe', 'The link was reset.');

/** Throws what holds a request back, as the client does. */
function passGate(options: CallOptions | undefined): void {
  const why = options?.holdBack?.();
  if (why !== undefined) throw new LinkError('aborted', 'no', why);
}

describe('the effects', () => {
  function world(client: Partial<Operations>, given: Given = {}) {
    const {broken = {}, clock, state = startDesk().state, service = {}, lookForControls} = given;
    const sent: IntentSent[] = [];
    const due: (() => void)[] = [];
    const journal: BoundJournal = {
      ...takingControls(bindStore(createStore(), {pid: 1, isAlive: () => true})),
      ...broken,
    };
    journal.controls.take(0, false);
    let ids = 0;
    const whole = clientOf(client);
    const effects = createIntentEffects({
      warn: () => {},
      client: whole,
      journal,
      service,
      limits: noLimits,
      uuid: () => `id-${++ids}`,
      state: () => state,
      now: clock ?? (() => later(sent.length)),
      send: msg => void sent.push(msg),
      after: (_ms, then) => void due.push(then),
      lookForControls: lookForControls ?? (() => undefined),
    });
    const carry = (command: IntentEffect) => carryOut(effects, command, () => {});
    const ask = (of: WriteDraft = draft) => {
      carry({type: 'journalAsk', draft: of, at: start, knows: unlimited});
      return sent.at(-1);
    };
    const asked = (of: WriteDraft = draft): Intent => {
      const msg = ask(of);
      if (msg?.type !== 'asked') throw new Error('The journal refused it.');
      return msg.intent;
    };
    const attempted = () => sent.flatMap(msg => (msg.type === 'attempted' ? [msg.attempt] : []));
    const ended = async (begin: () => unknown) => {
      const count = attempted().length;
      begin();
      await expect.poll(() => attempted().length).toBe(count + 1);
      return attempted().at(-1);
    };
    /** The only attempt of a new write, and what the journal was told of it. */
    const first = (of: WriteDraft = draft) => ended(() => asked(of));
    /** One more attempt. */
    const again = (intent: Intent, by: 'user' | 'itself' = 'user') =>
      ended(() => carry({type: 'attempt', intent, by}));
    return {carry, sent, journal, due, client: whole, ask, asked, attempted, first, again};
  }
  const draft = {kind: 'place', symbol: 'BTC-C', side: 'BUY', price: '5', size: '2'} as const;
  const close = {kind: 'close', easyOptionId: '1'} as const;
  const cancel = {kind: 'cancel', orderId: '9'} as const;
  const full = () => {
    throw new JournalError('full', 'The disk is full.');
  };

  it('create the id and the key when the write is requested, and a key only for a placed order', () => {
    const {ask} = world({});
    expect(ask()).toMatchObject({
      type: 'asked',
      intent: {id: 'id-1', idempotencyKey: 'id-2', state: 'SENDING', attempts: []},
    });
    expect(ask(close)).toMatchObject({type: 'asked', intent: {id: 'id-3', idempotencyKey: undefined}});
    expect(ask()).toMatchObject({type: 'askFailed', reason: expect.stringContaining('SENDING')});
  });

  it('send only after the journal has stored the attempt', async () => {
    const done: string[] = [];
    const {first, journal} = world({
      async createOrder({idempotencyKey}) {
        done.push(`sent with ${idempotencyKey}`);
        return answer(order());
      },
    });
    const {ask} = journal;
    journal.ask = (intent, knows) => {
      done.push('journaled');
      return ask(intent, knows);
    };
    expect(await first()).toMatchObject({
      number: 1,
      by: 'user',
      process: 'this',
      result: {requestId: 'r-1', latencyMs: 100, outcome: {kind: 'yes'}},
    });
    expect(done).toEqual(['journaled', 'sent with id-2']);
  });

  it('send nothing if the journal refuses the attempt', () => {
    const {carry, sent} = world({}, {broken: {beginAttempt: full}});
    carry({type: 'attempt', intent: lostOrder, by: 'user'});
    expect(sent.at(-1)).toMatchObject({type: 'attemptFailed', reason: 'The disk is full.'});
    const other = world({});
    other.carry({type: 'attempt', intent: {id: 'never journaled', draft, attempts: []} as never, by: 'user'});
    expect(other.sent).toMatchObject([{type: 'attemptFailed', reason: 'The journal has another state.'}]);
  });

  it('hold back a new order, and no cancel, with a renewed token whose account is not checked yet', async () => {
    const heldBack: (string | undefined)[] = [];
    const note = async (options?: CallOptions): Promise<never> => {
      heldBack.push(options?.holdBack?.());
      throw reset();
    };
    const {account} = bindStore(createStore(), {pid: 1, isAlive: () => true});
    const {first} = world(
      {createOrder: (_, options) => note(options), cancelOrder: (_, options) => note(options)},
      {broken: {account: {...account, whyUnclaimed: () => 'The token was renewed.'}}},
    );
    for (const each of [draft, cancel]) await first(each);
    expect(heldBack).toEqual(['The token was renewed.', undefined]);
  });

  it('hold back a repeat 30 s after the first attempt, and any attempt 15 s after its confirmation', async () => {
    let now = start;
    let signMs = 14_000;
    const heldBack: (string | undefined)[] = [];
    const createOrder: Operations['createOrder'] = async (_request, options) => {
      now = later(signMs);
      heldBack.push(options?.holdBack?.());
      throw reset();
    };
    const {first, journal, attempted, again} = world({createOrder}, {clock: () => now});
    await first();
    const begin = (by: 'user' | 'itself') => {
      now = start;
      return again({...asJournaled(journal), attempts: attempted()}, by);
    };
    for (const by of ['itself', 'user'] as const) await begin(by);
    signMs = 50_000;
    for (const by of ['itself', 'user'] as const) await begin(by);
    const [old, late] = ['Confirmed 50 s', 'too long'].map(words => expect.stringContaining(words));
    expect(heldBack).toEqual([undefined, undefined, undefined, late, old]);
  });

  it.each([
    [10_000, 1, undefined],
    [40_000, 1, 'Open notional would be up to 36 of 30'],
    // It is weighed as begun, and not twice.
    [40_000, 2, 'Open notional would be up to 36 of 30'],
  ])('weigh a repeat by hand once more if it may make another order: after %i ms', (ms, times, reason) => {
    const {state} = opened([], {underlyings: {}, maxOpenNotional: '30'});
    const {now} = state;
    const own = {intentId: lostOrder.id, makes: 'order', load: ordering('18')} as const;
    const counted = Array.from({length: times}, () => pending(own));
    const journal = {
      ...{controls: {whyLost: () => undefined}, account: {whyUnclaimed: () => undefined}},
      ...{halt: {seen: () => undefined}, limits: {standing: () => standing({pending: counted})}},
    } as unknown as BoundJournal;
    const begun = {number: 2, by: 'user', process: 'this', startedAt: now} as const;
    const first = {...begun, number: 1, startedAt: {mono: now.mono - ms, wall: now.wall - ms}};
    const intent = {...lostOrder, attempts: [first]} as Intent;
    const held = whyUnsent(factsNow(state, intent.draft, now), journal, intent, begun, now);
    expect(held).toEqual(reason && expect.stringContaining(reason));
  });

  const another = 'Another service is at this address now. Start optty again.';
  const ledger = {ledger: 'L1', mayChange: true};

  it.each([
    ['L1', {type: 'asked'}],
    [undefined, {reason: another}],
  ])(
    'send nothing before an answer has shown that the paper ledger of the journal is there: %s',
    async (shown, told) => {
      const lists = () => Promise.resolve(answer(page<never>([]), {paperLedger: shown}));
      const {ask, client} = world({listOrders: lists, listTrades: lists}, {service: ledger});
      expect(ask()).toMatchObject({reason: 'Nothing has answered at this address yet.'});
      await askOrders(client);
      expect(ask()).toMatchObject(told);
    },
  );

  it('stop, and prove nothing, while another paper ledger answers', async () => {
    let paperLedger = 'L1';
    const say = <Value>(value: Value) => answer(value, {paperLedger});
    const lists = () => Promise.resolve(say(page<never>([])));
    const refused = () => {
      paperLedger = 'L2';
      return Promise.reject(new ApiError('No.', {status: 404, recognised: true, paperLedger}));
    };
    const placed = async () => {
      paperLedger = 'L2';
      return say(order({orderId: '9'}));
    };
    const given = {listOrders: lists, listTrades: lists, createOrder: placed, cancelOrder: refused};
    const {ask, first, client} = world(given, {service: ledger});
    const look = (shows: string) => {
      paperLedger = shows;
      return askOrders(client);
    };
    for (const each of [draft, cancel]) {
      await look('L1');
      expect(await first(each)).toMatchObject({result: {outcome: {kind: 'garbled', words: another}}});
      expect(ask(close)).toMatchObject({reason: another});
    }
    await look('L1');
    await look('L2');
    expect(ask(close)).toMatchObject({reason: another});
    await look('L1');
    expect(ask(close)).toMatchObject({type: 'asked'});
  });

  it('mark an attempt if the clock was set between its commit and its first byte', async () => {
    let now = start;
    const createOrder: Operations['createOrder'] = async (_request, options) => {
      now = {mono: start.mono + 400, wall: start.wall - 9_000};
      options?.holdBack?.();
      throw reset();
    };
    const {first} = world({createOrder}, {clock: () => now});
    expect(await first()).toMatchObject({isUnsteady: true, startedAt: now});
  });

  it('hold back a repeat 15 s after the confirmation if no attempt can have arrived', async () => {
    let now = start;
    const heldBack: (string | undefined)[] = [];
    const createOrder: Operations['createOrder'] = async (_request, options) => {
      heldBack.push(options?.holdBack?.());
      throw new LinkError('refused', 'no', 'The service refused the connection.');
    };
    const {first, journal, attempted, again} = world({createOrder}, {clock: () => now});
    await first();
    for (const ms of [15_000, 16_000]) {
      now = later(ms);
      await again({...asJournaled(journal), askedAt: start, attempts: attempted()}, 'itself');
    }
    expect(heldBack).toEqual([undefined, undefined, expect.stringContaining('Confirmed 16 s')]);
  });

  it('check the halt again before the connection, and let risk-reducing writes pass', async () => {
    const {first, journal} = world({
      async createOrder({symbol}, options) {
        if (symbol === 'Y') journal.halt.set(start.wall);
        passGate(options);
        return answer(order());
      },
      async cancelOrder(_id, options) {
        passGate(options);
        return answer(order({status: 'CANCELED'}));
      },
    });
    const outcomes = [];
    for (const each of [draft, {...draft, symbol: 'Y'}, cancel])
      outcomes.push((await first(each))?.result?.outcome);
    expect(outcomes).toMatchObject([
      {kind: 'yes'},
      {kind: 'not sent', words: expect.stringContaining('HALTED by process 1')},
      {kind: 'yes'},
    ]);
  });

  it('hold back new risk under a halt that the journal could not take, before and after the commit', async () => {
    const {state} = startDesk();
    const halted = {...state, intents: {...state.intents, halted: 'HALTED by this dashboard.'}};
    let now = state;
    const createOrder: Operations['createOrder'] = async (_request, options) => {
      now = halted;
      passGate(options);
      return answer(order());
    };
    const following = new Proxy(state, {get: (_, name) => Reflect.get(now, name)});
    const {first, journal, attempted, carry, sent} = world({createOrder}, {state: following});
    expect(await first()).toMatchObject({
      result: {outcome: {kind: 'not sent', words: expect.stringContaining('HALTED')}},
    });
    carry({type: 'attempt', intent: {...asJournaled(journal), attempts: attempted()}, by: 'user'});
    expect(sent.at(-1)).toMatchObject({type: 'attemptFailed', reason: expect.stringContaining('HALTED')});
  });

  it.each([
    ['READ-ONLY', {guardrails: {...defaultGuardrails, readOnly: true}}, 'READ-ONLY'],
    ['a guardrail', {guardrails: {...defaultGuardrails, maxNotional: '0.5'}}, 'exceeds'],
    ['a limit', {limits: {...noLimits, maxOpenNotional: '0.5'}}, 'being read'],
  ])('check again before the connection whether %s forbids the write', async (_name, settings, words) => {
    const createOrder: Operations['createOrder'] = async (_request, options) => {
      passGate(options);
      return answer(order());
    };
    const {first} = world({createOrder}, {state: startDesk(settings).state});
    expect(await first()).toMatchObject({
      result: {outcome: {kind: 'not sent', words: expect.stringContaining(words)}},
    });
  });

  it('repeat a cancel at any time after the first send, and a placed order for 30 s', async () => {
    const {again} = world(
      {
        async cancelOrder(_id, options) {
          passGate(options);
          return answer(order({status: 'CANCELED'}));
        },
        createOrder: () => Promise.reject(new Error('It was sent.')),
      },
      {broken: {beginAttempt: () => 1, endAttempt: () => {}}, clock: () => later(3_600_000)},
    );
    const repeated = async (of: WriteDraft) => {
      const intent = {id: of.kind, draft: of, attempts: attempts(lost)} as unknown as Intent;
      return (await again(intent, 'itself'))?.result?.outcome.kind;
    };
    expect([await repeated(cancel), await repeated(draft)]).toEqual(['yes', 'not sent']);
  });

  it('report what the journal refused', async () => {
    const {ask, again, carry, sent} = world(
      {createOrder: () => Promise.resolve(answer(order()))},
      {broken: {ask: full, endAttempt: full, save: full, writes: full, beginAttempt: () => 1}},
    );
    const intent = {id: 'i-1', draft, idempotencyKey: 'k', attempts: []} as never;
    ask();
    carry({type: 'record', intent});
    carry({type: 'claim', intent});
    carry({type: 'watch'});
    await again(intent);
    expect(sent.map(msg => msg.type)).toEqual([
      'askFailed',
      'recordFailed',
      'recordFailed',
      'watchFailed',
      'recordFailed',
      'attempted',
    ]);
  });

  it('try to journal an outcome until it is written, also after the controls are lost', async () => {
    let isFull = true;
    const {first, sent, journal, due} = world({
      createOrder: () => Promise.resolve(answer(order())),
    });
    const {endAttempt} = journal;
    journal.endAttempt = (id, ended) => (isFull ? full() : endAttempt(id, ended));
    await first();
    journal.controls.release(start.wall);
    for (const again of due.splice(0)) again();
    expect(journal.kept('id-1')?.attempts).toMatchObject([{result: undefined}]);
    isFull = false;
    for (const again of due.splice(0)) again();
    expect(journal.kept('id-1')?.attempts).toMatchObject([{result: {outcome: {kind: 'yes'}}}]);
    expect(due).toEqual([]);
    expect(sent.filter(msg => msg.type === 'recordFailed')).toHaveLength(1);
  });

  it('tell before an outcome that they cannot see who has the controls', async () => {
    const reason = 'The journal was moved away.';
    const {again, sent} = world(
      {cancelOrder: () => Promise.reject(new LinkError('aborted', 'no', 'Held back.'))},
      {broken: {beginAttempt: () => 1}, lookForControls: () => reason},
    );
    await again({id: 'i-1', draft: cancel, attempts: []} as never);
    expect(sent.at(-2)).toEqual({type: 'watchFailed', reason});
  });

  it('tell the outcome that the former holder of the controls journaled late', () => {
    const [done] = attempts(own(422));
    const taken = {...{id: 'a', draft, state: 'UNKNOWN'}, attempts: [{...done, result: undefined}]};
    const known = {...taken, id: 'b', attempts: [done]};
    const {state} = startDesk();
    const asked: string[] = [];
    const kept = (id: string) => {
      asked.push(id);
      return {...taken, attempts: [done]} as unknown as Intent;
    };
    const list = [taken, known] as unknown as Intent[];
    const seen = {...state, intents: {...state.intents, list}};
    const {carry, sent} = world({}, {broken: {kept}, state: seen});
    carry({type: 'watch'});
    expect(asked).toEqual(['a']);
    expect(sent.filter(msg => msg.type === 'attempted')).toMatchObject([
      {intentId: 'a', attempt: {number: 1, isUnsteady: true, result: {outcome: own(422)}}},
    ]);
  });

  it('take what the journal has if an outcome came before a decision', () => {
    const kept = {id: 'a', draft, state: 'UNKNOWN', attempts: attempts(own(422))} as unknown as Intent;
    const behind = (): 'behind' => 'behind';
    const broken = {save: behind, beginAttempt: () => undefined, kept: () => kept};
    const {carry, sent} = world({}, {broken});
    const known = {...kept, state: 'RESOLVED', attempts: []} as unknown as Intent;
    carry({type: 'record', intent: known});
    carry({type: 'claim', intent: known});
    carry({type: 'attempt', intent: known, by: 'user'});
    expect(sent).toEqual(Array(3).fill({type: 'overtaken', intent: kept}));
  });

  it('do not report a bug in the program as a disk error', () => {
    const save = () => {
      throw new TypeError('Oops.');
    };
    const {carry} = world({}, {broken: {save}});
    expect(() => carry({type: 'record', intent: {} as Intent})).toThrow('Oops.');
  });

  it('read what others write again with each look as a viewer, and once with the controls', () => {
    let writes: Intent[] = [];
    const {state} = startDesk();
    const seen = {...state, intents: {...state.intents, viewing: 'pts/3 has the controls'}};
    const viewer = world({}, {broken: {writes: () => writes}, state: seen});
    const restored = () => viewer.sent.filter(msg => msg.type === 'restored');
    viewer.carry({type: 'watch'});
    viewer.carry({type: 'watch'});
    expect(restored()).toEqual([{type: 'restored', intents: []}]);
    writes = [{id: 'o-1'} as Intent];
    viewer.carry({type: 'watch'});
    expect(restored().at(-1)).toEqual({type: 'restored', intents: writes});
    Object.assign(seen, {controls: {is: 'free', epoch: 1, by: '', since: 0, isReturned: false}});
    viewer.carry({type: 'watch'});
    viewer.carry({type: 'watch'});
    expect(restored()).toHaveLength(3);
    const controls = {is: 'ours', epoch: 2, by: '', since: 0, isReturned: false} as const;
    const holder = world({}, {broken: {writes: () => [...writes]}, state: {...state, controls}});
    holder.carry({type: 'watch'});
    holder.carry({type: 'watch'});
    expect(holder.sent.map(msg => msg.type)).toEqual(['restored', 'looked', 'looked']);
  });

  it('report a record that another write has', () => {
    const {carry, sent} = world({}, {broken: {save: () => 'taken'}});
    carry({type: 'claim', intent: {id: 'i-1', state: 'CONFIRMED', resolvedRecordId: '9'} as Intent});
    expect(sent).toMatchObject([{type: 'claimTaken', intentId: 'i-1', recordId: '9'}]);
  });
});
