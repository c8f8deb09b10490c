// Each kind of write, confirmed as an outage of 5 s to 5 min begins: every second one is executed and its
// answer lost, repeats and reads fail until the outage is over. Tells how many end by themselves within ten
// minutes after it, how, and how soon. The simulation's clock is virtual; the program is the shipping one, and
// nobody presses a key.
//
//   npm run soak -- outage [COUNT [SEED]]
import {noLimits} from '../../src/account/model/vocabulary.ts';
import {ApiError, LinkError} from '../../src/api/errors.ts';
import type {WriteKind} from '../../src/core/intents/kinds/kinds.ts';
import type {Action} from '../../src/desk/keys.ts';
import {questionOf} from '../../src/desk/order/questions.ts';
import {type Chance, createChance} from '../sim/chance.ts';
import {createSimClient} from '../sim/client.ts';
import {createDashboard, type Dashboard} from '../sim/dashboard.ts';
import {type Fault, healthy, readFault} from '../sim/faults.ts';
import {bindStore, createStore} from '../sim/memory-journal.ts';
import {type Morning, mornings} from '../sim/mornings.ts';
import {unbroken} from '../sim/mutations.ts';
import {answer, press} from '../sim/people.ts';
import {createService, type Nature} from '../sim/service.ts';
import {createWorld} from '../sim/world.ts';

const kinds: readonly WriteKind[] = ['open', 'close', 'place', 'cancel'];
const [count = 2_000, first = 1] = process.argv.slice(2).map(Number);
const trueStart = Date.UTC(2026, 5, 1, 9);
/** The account is read whole by then. */
const askedAfterMs = 20_000;
/** From the review to its key. */
const readingMs = 4_000;
const watchedMs = 600_000;

const nature = (chance: Chance): Nature => ({
  ...{skewMs: 0, clockRate: 1, pageSize: 100, staleMs: 0, keyLifeMs: Number.POSITIVE_INFINITY},
  ...{lateRows: 0.5, latestRowMs: chance.pick([0, 1_000, 5_000])},
  ...{withoutTimes: false, withoutAccount: false, namesPagesFrom: 1},
});

/** A request in the outage: the first may be executed, no answer comes back. */
function lost(chance: Chance, isFirst: boolean): Fault {
  const heardMs = chance.pick([50, 500, 10_000]);
  const answer = chance.is(0.5)
    ? () => new LinkError('reset', 'maybe', 'Reset.')
    : () => new ApiError('503', {status: 503, recognised: false});
  return {name: 'lost', arrivesMs: isFirst && chance.is(0.5) ? 20 : undefined, heardMs, answer};
}

type Asking = {
  readonly pane: Action;
  readonly by: Action;
  readonly fields?: (morning: Morning) => Record<string, string>;
};

const asking: Readonly<Record<WriteKind, Asking>> = {
  open: {pane: 'pane.cards', by: 'open', fields: () => ({amount: '25'})},
  close: {pane: 'pane.easyOptions', by: 'close'},
  place: {
    pane: 'pane.orders',
    by: 'place',
    fields: ({symbol, prices, size}) => ({symbol, price: prices.low, size}),
  },
  cancel: {pane: 'pane.orders', by: 'cancel'},
};

/** The keys of a person up to the question. */
function review(dashboard: Dashboard, {by, fields}: Asking, morning: Morning, at: number): void {
  dashboard.send({type: 'ran', action: by});
  if (fields === undefined) return;
  for (const [field, value] of Object.entries(fields(morning))) dashboard.send({type: 'typed', field, value});
  press(dashboard, 'enter', {at});
}

type End = {
  readonly kind: WriteKind;
  readonly state: string;
  readonly wasUnknown: boolean;
  readonly afterMs: number;
};

async function runOne(seed: number): Promise<End> {
  const chance = createChance(seed);
  const kind = kinds[seed % kinds.length] ?? 'open';
  const world = createWorld(trueStart);
  // Quiet hours: nothing expires or is touched meanwhile.
  const morning = mornings[seed % 3]?.() ?? chance.pick(mornings)();
  const service = createService({morning, nature: nature(chance), chance: chance.fork(), now: world.now});
  const store = createStore();
  // As many short outages as long ones.
  const outageMs = 5_000 * 60 ** chance.next();
  const from = trueStart + askedAfterMs;
  const isOut = () => world.now() >= from && world.now() < from + outageMs;
  let attempts = 0;
  let ids = 0;
  let [wasUnknown, endedAt] = [false, Number.NaN];
  const written = () => [...store.rows.values()][0]?.intent;
  const dashboard = createDashboard({
    ...{world, pid: 101, name: 'dashboard', uuid: () => `id-${++ids}`, mutation: unbroken, limits: noLimits},
    lags: {listLagMs: 5_000, tradesLagMs: 5_000},
    connect: (self, inProcess) => {
      const journal = bindStore(store, {pid: self.pid, isAlive: () => true});
      const client = createSimClient({
        ...{world, service, inProcess, asks: 2, pauseMs: 0, holdsBack: () => true, tell: () => {}},
        ...{signMs: () => 0, connectMs: () => 0, leaving: () => written()?.id},
        faultOfRead: () => (isOut() ? readFault(chance) : healthy(chance)),
        faultOfWrite: () => (isOut() ? lost(chance, ++attempts === 1) : healthy(chance)),
      });
      return {client, journal: {open: () => journal, glimpse: () => undefined}};
    },
    afterUpdate: (_before, state) => {
      const own = state.intents.list[0];
      if (own === undefined || own.state === 'SENDING') return;
      if (own.state === 'UNKNOWN') wasUnknown = true;
      else if (Number.isNaN(endedAt)) endedAt = world.now();
    },
  });
  world.answerAt(from - 2 * readingMs, () => dashboard.send({type: 'ran', action: asking[kind].pane}));
  world.answerAt(from - readingMs, () => review(dashboard, asking[kind], morning, world.now()));
  world.answerAt(from, () => {
    const question = questionOf(dashboard.state().overlay);
    if (question !== undefined) answer(dashboard, question, world.now());
  });
  await world.runUntil(from + outageMs + watchedMs, () => {});
  world.stop();
  const state = written()?.state ?? 'never asked';
  return {kind, state, wasUnknown, afterMs: Math.max(0, endedAt - from - outageMs)};
}

const ends: End[] = [];
for (let seed = first; seed < first + count; seed++) ends.push(await runOne(seed));
for (const kind of kinds) {
  const of = ends.filter(each => each.kind === kind);
  const doubted = of.filter(each => each.wasUnknown);
  const left = of.filter(each => each.state === 'UNKNOWN');
  const times = of.flatMap(each => (Number.isNaN(each.afterMs) ? [] : [each.afterMs])).sort((a, b) => a - b);
  const at = (part: number) =>
    `${((times[Math.floor(part * (times.length - 1))] ?? 0) / 1_000).toFixed(1)} s`;
  const states = Object.entries(Object.groupBy(of, each => each.state)).map(
    ([state, each]) => `${each?.length} ${state}`,
  );
  console.log(
    `${kind.padEnd(7)} ${of.length}: ${doubted.length} were UNKNOWN, ${left.length} still are; ${states.sort().join(', ')}; ` +
      `after the outage: half within ${at(0.5)}, nine of ten ${at(0.9)}, all ${at(1)}`,
  );
}
