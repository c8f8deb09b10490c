import type {AccountHalt} from '../../../../src/desk/halt/halt.ts';
import type {Intent} from '../../../../src/desk/intents/intent.ts';
import type {Action} from '../../../../src/desk/keys.ts';
import type {SentMsg} from '../../../../src/desk/messages.ts';
import {defaultGuardrails} from '../../../../src/desk/model/vocabulary.ts';
import {createDecoder, Encoder} from '../../../../src/desk/recorder/codec.ts';
import {type Entry, recordingVersion} from '../../../../src/desk/recorder/entries.ts';
import {recordedLines} from '../../../../src/desk/recorder/file/frames.ts';
import {createMask, undrawn} from '../../../../src/desk/recorder/file/open-recorder.ts';
import {redactedRecording} from '../../../../src/desk/recorder/redact.ts';
import type {ActivityLine, Alert, State} from '../../../../src/desk/state.ts';
import {update} from '../../../../src/desk/update.ts';
import type {Notice} from '../../../../src/desk/words/notice.ts';
import {epoch, key as pressed} from '../../../helpers/desk.ts';
import {recordingOf} from '../../../helpers/recordings.ts';
import {type Chance, createChance} from '../../../sim/chance.ts';
import {sessionOf} from './sessions.ts';
import {randomSource, type Source} from './values.ts';

const texts = [
  ...['token', 'label', 'host', 'url', 'profile', 'path', 'user', 'errorText', 'filterName', 'filterText'],
  ...['note', 'search', 'title', 'idea', 'alertLabel'],
] as const;
const ids = [
  ...[
    'accountId',
    'orderId',
    'tradeId',
    'positionId',
    'cardId',
    'easyOptionId',
    'requestId',
    'intentId',
    'key',
  ],
] as const;
const amounts = ['ask', 'size', 'investment', 'pl', 'limit', 'strike'] as const;

/** Texts that must not be found in a redacted recording, by what they are; amounts only if they are hidden. */
export type Canaries = Readonly<
  Record<(typeof texts)[number] | (typeof ids)[number] | (typeof amounts)[number], string>
>;

function canariesOf(chance: Chance): Canaries {
  const from = (letters: string, length: number) =>
    Array.from({length}, () => chance.pick([...letters])).join('');
  const small = 'abcdefghijklmnopqrstuvwxyz';
  const word = () => from(small, 12);
  const digits = () => `${chance.from(1, 8)}${from('0123456789', 17)}`;
  const amount = () => `${chance.from(1, 9)}${from('0123456789', 11)}.${from('123456789', 2)}`;
  return {
    token: from(`${small}${small.toUpperCase()}0123456789_-`, 32),
    label: word(),
    host: `${word()}.example.org`,
    url: `https://${word()}.example.org/v1?account=${word()}`,
    profile: word(),
    path: `/home/${word()}/${word()}.csv`,
    user: word(),
    errorText: `${word()}: ${word()}`,
    filterName: word(),
    filterText: word(),
    note: `${word()} "${word()}"`,
    search: word(),
    title: `${word()} ${word()}`,
    idea: word(),
    alertLabel: word(),
    ...{accountId: digits(), orderId: digits(), tradeId: digits(), positionId: digits(), cardId: digits()},
    ...{easyOptionId: digits(), requestId: from('0123456789abcdef', 24), intentId: digits(), key: digits()},
    ...{ask: amount(), size: amount(), investment: amount(), pl: `-${amount()}`, limit: amount()},
    strike: amount(),
  };
}

/** An account that holds the canaries, between other values, wherever it holds a value of that kind. */
function sourceWith(canaries: Canaries, chance: Chance): Source {
  const usual = randomSource(chance);
  const often = (one: () => string, others: readonly (keyof Canaries)[]) => () =>
    chance.is(0.4) ? canaries[chance.pick(others)] : one();
  const all = [...texts, ...ids, ...amounts];
  return {
    ...usual,
    id: often(usual.id, ids),
    price: often(usual.price, ['ask', 'strike']),
    size: often(usual.size, ['size']),
    money: often(usual.money, ['investment', 'limit']),
    pl: often(usual.pl, ['pl']),
    text: often(usual.text, texts),
    title: often(usual.title, ['title', 'idea', 'alertLabel']),
    error: () =>
      [usual.error(), canaries[chance.pick(all)], usual.text(), canaries[chance.pick(all)]].join(
        chance.pick([' ', ' ', '', ':', '=', '.', '/']),
      ),
  };
}

/** Messages with a canary in each place that random sessions reach seldom. */
function messagesWith(canaries: Canaries): readonly SentMsg[] {
  const {errorText, note, user, path, url, search, title, idea, alertLabel, filterText} = canaries;
  const {orderId, positionId, cardId, easyOptionId, accountId, tradeId, requestId, intentId, key} = canaries;
  const now = {mono: 1, wall: epoch};
  const drafts = {
    place: {
      kind: 'place',
      symbol: 'BTC-27NOV26-65000-C',
      side: 'BUY',
      price: canaries.ask,
      size: canaries.size,
      positionId,
    },
    open: {kind: 'open', cardId, investmentAmount: canaries.investment, title},
    close: {kind: 'close', easyOptionId, label: idea, investmentAmount: canaries.investment},
    cancel: {kind: 'cancel', orderId},
  } as const;
  const outcome = {kind: 'garbled', words: errorText} as const;
  const attempt = {number: 0, by: 'user', process: 'earlier', startedAt: now} as const;
  const asked = {askedAt: now, changedAt: epoch, reason: note, accountId, knownBefore: [orderId]};
  const attempts = [{...attempt, result: {at: now, outcome, requestId}}];
  const base = {...asked, attempts, idempotencyKey: key};
  const intents: readonly Intent[] = [
    {
      ...base,
      id: intentId,
      draft: drafts.place,
      state: 'UNKNOWN',
      noTrace: false,
      candidates: [{recordId: orderId, words: user, isTaken: false}],
    },
    {...base, id: `${intentId}1`, draft: drafts.open, state: 'RESOLVED', said: {word: search, note: path}},
    {
      ...base,
      id: `${intentId}2`,
      draft: drafts.close,
      state: 'CONFIRMED',
      proof: 'matched',
      resolvedRecordId: tradeId,
    },
    {...base, id: `${intentId}3`, draft: drafts.cancel, state: 'REJECTED'},
  ];
  const line: ActivityLine = {
    id: `filled:${orderId}:${epoch}`,
    ...{at: epoch, what: title, target: `order ${orderId}`, amount: canaries.size, outcome: errorText},
    ...{requestId, latencyMs: 1},
    kind: 'filled',
  };
  const alert: Alert = {
    ...{id: intentId, rowId: cardId, label: alertLabel, field: 'currentAskPrice', above: true},
    ...{level: canaries.ask, hasRung: false},
    pane: 'cards',
  };
  const counts = {orders: 1, easyOptions: 1, intents: 1, unproved: 1};
  const progress: AccountHalt['progress'] = {
    ...{at: epoch, isStuck: true, proved: undefined, left: [idea], counts, nothingListedSince: undefined},
    word: 'HELD',
  };
  const own = {account: user, askedAt: epoch, wants: 'flat', progress, workedAt: epoch} as const;
  const halt = {at: epoch, by: user, others: [], own};
  const option = {
    id: easyOptionId,
    fee: note,
    pl: errorText,
    plClosed: url,
    closePrice: path,
    cardName: title,
  };
  const answer = {orders: [], easyOptions: [option], total: 1, unreadable: 0, isWhole: false, began: now};
  const enter: SentMsg = {type: 'pressed', key: pressed('enter', {at: Number.MAX_SAFE_INTEGER})};
  const spelled = (text: string, field = ''): readonly SentMsg[] => [
    ...[...text].map((letter): SentMsg => ({type: 'pressed', key: pressed(letter)})),
    {type: 'typed', field, value: text},
  ];
  const typed = (action: Action, text: string, field = ''): readonly SentMsg[] => [
    {type: 'ran', action},
    ...spelled(text, field),
  ];
  return [
    {type: 'intent', msg: {type: 'restored', intents}},
    {
      type: 'intent',
      msg: {type: 'held', held: intents.map(intent => ({intent, holder: user, presence: 'gone'}))},
    },
    {type: 'intent', msg: {type: 'askFailed', draft: drafts.open, reason: idea}},
    {type: 'intent', msg: {type: 'recordFailed', intentId, reason: errorText}},
    {type: 'intent', msg: {type: 'watchFailed', reason: url}},
    {type: 'intent', msg: {type: 'resolve', intentId, word: 'done', note}},
    {type: 'journalRead', activity: [line], alerts: [alert]},
    {type: 'told', text: `Exported to ${path}`, level: 'good'},
    {type: 'failed', pane: 'orders', request: 1, fault: {kind: 'refused', text: errorText}},
    {
      type: 'portfolio',
      came: {pane: 'trades', number: 1, kind: 'failed', fault: {text: url, isRefused: true}, error: note},
    },
    {type: 'listRead', number: 1, answer: {...answer, fault: note, narrowed: {fault: path}}},
    {type: 'positionRead', positionId, orders: [], trades: [], fault: errorText},
    {type: 'questionUnproved', question: 1, revision: 1, reason: user},
    {type: 'ran', action: 'pane.cards'},
    ...typed('filter', `title~${filterText} underlying:${search} id:${cardId}`),
    enter,
    ...typed('palette', search),
    ...typed('alert', alertLabel),
    ...typed('place', positionId, 'positionId'),
    ...spelled(note, 'price'),
    {type: 'pressed', key: pressed('paste', {text: user, pasted: true})},
    {type: 'halt', msg: {type: 'seen', record: halt}},
    {type: 'halt', msg: {type: 'unkept', what: 'want', reason: idea}},
    {type: 'journalFailed', reason: errorText, isUnread: true},
  ];
}

/** A state with a canary in each place that messages reach seldom. */
function stateWith(state: State, canaries: Canaries): State {
  const {errorText, note, user, path, title, alertLabel} = canaries;
  const {orderId, easyOptionId, cardId, intentId, positionId} = canaries;
  const {mono, wall} = state.now;
  const look = {
    number: 1,
    isReading: false,
    since: {mono, wall},
    timed: 0,
    askedAt: {mono, wall},
    goodReads: 0,
  };
  const told = {text: note, level: 'info', about: `order ${orderId}`, isHint: false, stays: true} as const;
  const notice: Notice = {id: 1, at: state.now, ...told};
  const cards = {
    ...state.feeds.cards,
    ...{selected: cardId, marks: new Map([[cardId, new Map()]]), seen: new Map([[cardId, []]])},
    unreadable: [{index: 0, reason: path}],
  };
  return {
    ...state,
    ...{feeds: {...state.feeds, cards}, notices: [notice], messages: [notice]},
    overlay: {kind: 'resolve', intentId, text: user, error: errorText},
    told: new Map([[`order ${orderId}`, 'FILLED']]),
    activitySelected: `intent ${intentId}`,
    left: new Map([[orderId, {orderId, positionId}]]),
    marked: {orders: new Set([orderId]), easyOptions: new Set([easyOptionId])},
    intents: {
      ...state.intents,
      ...{
        disabled: {place: note},
        halted: user,
        journalProblem: path,
        unsaved: {ids: [intentId], reason: title},
      },
      looks: {[intentId]: {...look, firstGood: undefined, failure: errorText}},
    },
    away: {since: {mono, wall}, reason: alertLabel},
  };
}

const stepsEach = 90;

/** A recording full of canaries, as the recorder writes it; after each few messages there is a snapshot. */
export function recordingWith(seed: number, steps: number): {canaries: Canaries; entries: readonly Entry[]} {
  const chance = createChance(seed);
  const canaries = canariesOf(chance.fork());
  const {profile, label, host, limit, filterName, filterText, user} = canaries;
  const {first, msgs} = sessionOf({
    ...{seed, steps, source: (inner: Chance) => sourceWith(canaries, inner), last: messagesWith(canaries)},
    settings: {
      ...{profile, profiles: [profile, user], account: label, host},
      guardrails: {...defaultGuardrails, maxInvestment: limit},
      limits: {underlyings: {BTC: {maxOpenNotional: limit}}, maxDayLoss: {USDT: limit}},
      namedFilters: {cards: {[filterName]: `title~${filterText}`}},
    },
  });
  const mask = createMask([canaries.token]);
  const [encoder, decoder] = [new Encoder(mask.text), createDecoder()];
  const written = (entry: Entry) => decoder.decode(encoder.encode(entry));
  const began = {
    ...{format: recordingVersion, version: '0', at: first.now.wall, profile, host, pid: 1, zone: 'UTC'},
  };
  const snapshot = {type: 'snapshot', table: undrawn} as const;
  const entries: Entry[] = [{type: 'began', began}];
  let state = first;
  for (const [at, msg] of msgs.entries()) {
    if (at % stepsEach === 0) entries.push(written({...snapshot, state}));
    entries.push(written({type: 'msg', msg: mask.key(msg)}));
    [state] = update(state, msg);
  }
  const now = state.now;
  entries.push(
    written({...snapshot, state: stateWith(state, canaries)}),
    written({type: 'msg', msg: {type: 'tick', now}}),
  );
  return {canaries, entries};
}

export function redactedWith(
  entries: readonly Entry[],
  seed: number,
  hidesAmounts: boolean,
): readonly Entry[] {
  const chance = createChance(seed + 1_000_000_007);
  const draw = (below: number) => chance.from(0, below - 1);
  const span = {from: 0, to: Number.MAX_VALUE};
  return redactedRecording(recordingOf(entries), span, {hidesAmounts, draw}).entries;
}

/** All lines, and what the pressed keys spell. */
export function textOf(entries: readonly Entry[]): string {
  const spelled = entries.map(each =>
    each.type === 'msg' && each.msg.type === 'pressed' ? each.msg.key.text : '',
  );
  return [...recordedLines(entries), spelled.join('')].join('\n');
}

const pieceLength = 8;
/** A piece of a number must be longer, because random digits are often the same. */
const numberLength = 12;

/** The canaries of which a piece is in a text, with what is around it. */
export function foundIn(text: string, canaries: Canaries, hidesAmounts: boolean): readonly string[] {
  const visible: readonly string[] = hidesAmounts ? [] : amounts;
  return Object.entries(canaries).flatMap(([name, value]) => {
    if (visible.includes(name)) return [];
    const length = /^[-.\d]+$/.test(value) ? numberLength : pieceLength;
    const pieces = value
      .split('example.org')
      .flatMap(part =>
        Array.from({length: Math.max(0, part.length - length + 1)}, (_, at) => part.slice(at, at + length)),
      );
    const found = pieces.map(piece => text.indexOf(piece)).find(at => at >= 0);
    return found === undefined ? [] : [`${name}: ${text.slice(Math.max(0, found - 80), found + 40)}`];
  });
}
