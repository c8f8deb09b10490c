import {type DraftKind, makesRecord} from '../../src/core/intents/kinds/kinds.ts';
import {asked, type Bound, bound, oneOfEach} from './bounds.ts';

const kinds = Object.keys(asked) as DraftKind[];

/** Each write alone with all that may go wrong with one attempt: seconds. */
export const quick: readonly Bound[] = [
  ...kinds.map(kind => bound(`${kind}, one attempt with every fault`, [kind])),
];

/** Two openings of two cards, and room for one. */
const room = (dashboards: Bound['dashboards'], words = '', more: Partial<Bound> = {}) =>
  bound(`two openings and room for one${words}`, ['open', 'open'], {
    ...{dashboards, limits: oneOfEach, faults: 'doubts'},
    ...more,
  });

/** The former holder may hear a refusal, or an answer, once the other has taken the controls. */
const doubted = {dashboards: 2, faults: 'doubts', mostFaults: 1} as const;

/** The answer to the first may name no record, and lists may show that late. */
const oneDoubt = {faults: 'doubts', mostFaults: 1} as const;

/** The bounds by which a program that is broken on purpose is found out, by the break's name. */
export const broken: Readonly<Record<string, Bound>> = {
  'journal after send': bound('place', ['place']),
  '422 of a second attempt taken as a refusal': bound('place', ['place'], {faultyAttempts: 2}),
  'absence from the list taken as cancelled': bound('cancel and a fill', ['cancel'], {events: 1}),
  'place before the cancel is proved': bound('amend', ['amend']),
  'a cancel followed by the next process': bound('amend and a death', ['amend'], {deaths: 1, lagMs: 0}),
  'size not reduced by fills': bound('amend and a fill', ['amend'], {events: 1, lagMs: 0}),
  'a write sent after the halt': bound('place and a halt', ['place'], {halt: true}),
  'asked before the connection alone': bound('place and a sleep', ['place'], {sleeps: 1}),
  'limits weighed outside the transaction': room(2),
  'UNKNOWN as free': room(1),
  'outcomes that came are not asked for': bound('cancel, two dashboards, one fault', ['cancel'], doubted),
  'known by a read that is too young': bound('two openings of a card', ['open', 'open'], oneDoubt),
  'no read taken for an empty one': bound('two openings of a card', ['open', 'open'], oneDoubt),
};

/** A read may match its record to the write before the outcome comes. */
const matched = bound('place, two dashboards, a twin', ['place'], {...doubted, mostFaults: 0, twins: 1});

const forbidden = bound('cancel and a halt, one fault of every kind', ['cancel'], {
  halt: true,
  mostFaults: 1,
});

/** Those that break no law in a step, and leave something undecided for ever. */
export const brokenForEver: Readonly<Record<string, Bound>> = {
  'exits disabled by one 403': forbidden,
  'late outcomes are not read': bound('place, two dashboards, one fault', ['place'], doubted),
  'a match kept against its outcome': matched,
  'a contradiction in silence': matched,
};

const extras = {
  'a death anywhere': {deaths: 1},
  'a twin': {twins: 1},
  'a fill or an expiry': {events: 1},
  'a key of the person': {keys: 1},
  'a double delivery': {doubles: 1},
  'a full disk': {journalFaults: 1},
} as const satisfies Record<string, Partial<Bound>>;

/** Repeated by a person, and the repeat meets faults as well. */
const repeated = (kind: DraftKind) =>
  bound(`${kind} repeated by a key, a death anywhere`, [kind], {faults: 'doubts', keys: 2, deaths: 1});

const two = {dashboards: 2} as const;
const doubts = {...two, faults: 'doubts'} as const;

const pairs = kinds.flatMap((kind, index) => kinds.slice(index).map(other => [kind, other] as const));

/** Of two writes on one target one waits for the other; the states of any other two are all those of both. */
const onOneTarget = pairs.filter(([one, other]) => one === other || asked[one].sharing.includes(other));

const singles: readonly Bound[] = [
  ...quick,
  ...kinds.map(kind => bound(`${kind}, two dashboards, every fault`, [kind], two)),
  ...kinds.flatMap(kind =>
    Object.entries(extras).map(([words, extra]) =>
      bound(`${kind}, two dashboards, ${words}`, [kind], {...doubts, ...extra}),
    ),
  ),
  ...kinds.map(kind =>
    bound(`${kind}, two dashboards, two faulty attempts`, [kind], {...doubts, faultyAttempts: 2}),
  ),
  ...kinds.map(kind =>
    bound(`${kind}, two dashboards, a death and a twin`, [kind], {...doubts, deaths: 1, twins: 1}),
  ),
  ...Object.entries(extras).map(([words, extra]) =>
    bound(`amend on lists that never lag, two dashboards, ${words}`, ['amend'], {
      ...{...doubts, lagMs: 0},
      ...extra,
    }),
  ),
];

/** Its place goes out before all trades are listed. */
const overfilling: readonly Bound[] = [
  bound('amend that may overfill, a fill and one fault', ['amend'], {
    ...{events: 1, mayOverfill: true},
    ...{faults: 'doubts', mostFaults: 1},
  }),
  bound('amend that may overfill, two dashboards, a key of the person', ['amend'], {
    ...{...doubts, keys: 1, mayOverfill: true},
    mostFaults: 1,
  }),
  bound('amend and two keys of the person', ['amend'], {faults: 'doubts', keys: 2, mostFaults: 1}),
  bound('amend on lists that never lag and a halt', ['amend'], {
    ...{faults: 'doubts', halt: true, lagMs: 0},
    mostFaults: 1,
  }),
];

const halts: readonly Bound[] = [
  ...kinds.map(kind => bound(`${kind}, a sleep while it connects`, [kind], {...doubts, sleeps: 1})),
  ...kinds.map(kind =>
    bound(`${kind} and a halt, a sleep while it connects`, [kind], {
      ...{faults: 'doubts', halt: true, sleeps: 1},
      mostFaults: 0,
    }),
  ),
  forbidden,
  ...kinds.map(kind =>
    bound(`${kind} and a halt, one fault`, [kind], {faults: 'doubts', halt: true, mostFaults: 1}),
  ),
  bound('close and a halt that closes, two faulty attempts', ['close'], {
    ...{faults: 'doubts', halt: true, closes: true},
    ...{faultyAttempts: 2, mostFaults: 2},
  }),
  ...kinds.map(kind =>
    bound(`${kind} and a halt, two dashboards`, [kind], {...doubts, halt: true, mostFaults: 0}),
  ),
];

const limited: readonly Bound[] = [
  room(2),
  room(1, ', a death and one fault', {deaths: 1, mostFaults: 1}),
  room(2, ', two dashboards, a death and no fault', {deaths: 1, mostFaults: 0}),
  ...pairs
    .filter(pair => pair.some(kind => makesRecord({kind})))
    .map(pair =>
      bound(`${pair.join(' and ')}, limits`, pair, {
        ...{faults: 'doubts', limits: oneOfEach},
        // Else the limits forbid what may overfill.
        ...(pair.includes('amend') && {lagMs: 0}),
      }),
    ),
];

/** Two writes on targets of their own, with less beside them: their states multiply. */
const apart: readonly Bound[] = pairs
  .filter(pair => !onOneTarget.includes(pair))
  .flatMap(pair => [
    bound(`${pair.join(' and ')}, a death anywhere`, pair, {faults: 'doubts', deaths: 1}),
    bound(`${pair.join(' and ')}, a twin and one fault`, pair, {faults: 'doubts', twins: 1, mostFaults: 1}),
  ]);

/** Two writes that wait for each other. An amend is two writes itself: beside another it is given less. */
const together: readonly Bound[] = onOneTarget.flatMap(pair => {
  const named = (words: string, more: Partial<Bound>) => bound(`${pair.join(' and ')}, ${words}`, pair, more);
  const oneFault = {faults: 'doubts', mostFaults: 1} as const;
  const less = [
    named('a death and one fault', {...oneFault, deaths: 1}),
    named('a twin and one fault', {...oneFault, twins: 1}),
  ];
  if (pair.includes('amend'))
    return [...less, named('two dashboards and no fault', {...doubts, mostFaults: 0})];
  return [
    ...less,
    named('two dashboards', doubts),
    named('two dashboards, a death and no fault', {...doubts, deaths: 1, mostFaults: 0}),
    // Two cancels that are repeated until they are final have too many states with two.
    pair.includes('cancel')
      ? named('two dashboards, one fault in two attempts', {...doubts, faultyAttempts: 2, mostFaults: 1})
      : named('two dashboards, two faulty attempts', {...doubts, faultyAttempts: 2, mostFaults: 2}),
  ];
});

/** Each write with all that may come between, and each pair of writes. */
export const full: readonly Bound[] = [
  ...singles,
  ...kinds.filter(kind => kind !== 'amend').map(repeated),
  ...overfilling,
  ...halts,
  ...limited,
  ...pairs.map(pair =>
    bound(`${pair.join(' and ')}, a halt and no fault`, pair, {faults: 'doubts', halt: true, mostFaults: 0}),
  ),
  ...apart,
  ...together,
  bound('an opening, a place and a cancel, no fault', ['open', 'place', 'cancel'], {
    ...{faults: 'doubts', mostFaults: 0},
  }),
];
