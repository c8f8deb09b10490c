import type {Attempt, Intent, Intents, Outcome, ReadingProgress} from '../../src/desk/intents/intent.ts';
import {isLookDue} from '../../src/desk/intents/reconcile/looks.ts';
import {writeOf} from '../../src/desk/intents/replace/write.ts';
import {isResolved} from '../../src/desk/intents/transitions.ts';
import type {StopWork} from '../../src/desk/stop/work.ts';
import type {Service} from './service.ts';
import {type Call, clockOf, type Desk, isAlive, type Timer, type World} from './world.ts';

/**
 * What tells one state from another. Left out is what nothing goes by: words, numbers of reads and
 * requests, process ids; two dashboards that could change places are one and the other. Of moments there is
 * kept in which order they came, and between one and the next no more than which of the spans that the code
 * compares has passed.
 */
export function keyOf(world: World): string {
  const parts = new Parts();
  const {service, store, wire, desks, left, now} = world;
  parts.join(serviceParts(service));
  const told = desks.map(each => deskParts(each, world)).map((each, at) => ({each, at, pid: desks[at]?.pid}));
  told.sort((a, b) => (a.each.text < b.each.text ? -1 : a.each.text > b.each.text ? 1 : 0));
  const nameOf = (pid: number) => {
    const at = told.findIndex(each => each.pid === pid && pid !== 0);
    return at < 0 ? '-' : String(at);
  };
  for (const {each} of told) parts.join(each);
  for (const {intent, holder} of store.rows.values()) {
    parts.add(`|${nameOf(holder)}`);
    parts.join(intentParts(intent));
  }
  for (const {by, draft} of wire) parts.add(`>${by} ${draft.kind}`);
  for (const [kind, {record, holder, beatAt}] of store.stops.set) {
    parts.add(`!${kind.length}${record.asked?.wants}${record.progress?.word}${nameOf(holder ?? 0)}`);
    parts.add(`${now - beatAt <= 15_000}`);
  }
  parts.add(deletesText(world));
  parts.add(`L${[...store.stops.listed].join()}`);
  parts.add(Object.values(left).join());
  parts.at(now);
  return parts.key();
}

/** What the DELETEs of a stop came to: how often the same proves nothing more after the second time. */
function deletesText({store: {stops}}: World): string {
  const counts = new Map<string, number>();
  for (const {orderId, outcome} of stops.deletes) {
    const what = `d${orderId}${outcomeText(outcome)}`;
    counts.set(what, Math.min(2, (counts.get(what) ?? 0) + 1));
  }
  return [...counts]
    .map(each => each.join('x'))
    .sort()
    .join();
}

/**
 * Text and the moments in it, as they stand there: each of one intent, of all that are about its list, or
 * of all.
 */
class Parts {
  text = '';
  readonly times: number[] = [];
  readonly whose: string[] = [];
  add(text: string): void {
    this.text += text;
  }
  at(time: number, whose = ''): void {
    this.text += '@';
    this.times.push(time);
    this.whose.push(whose);
  }
  join({text, times, whose}: Parts): void {
    this.text += text;
    for (let at = 0; at < times.length; at++) {
      this.times.push(times[at] ?? 0);
      this.whose.push(whose[at] ?? '');
    }
  }
  /** Moments of one intent are never compared with those of another. */
  key(): string {
    const names = [...new Set(this.whose)].filter(each => each !== '').sort();
    return `${this.text} ${(names.length === 0 ? [''] : names).map(name => this.#order(name)).join('/')}`;
  }
  #order(name: string): string {
    const {times, whose} = this;
    const own = times.filter((_, at) => name.startsWith(whose[at] ?? ''));
    const sorted = [...new Set(own)].sort((a, b) => a - b);
    const spans = sorted.map((time, index) => spanOf(time - (sorted[index - 1] ?? time)));
    return `${own.map(time => sorted.indexOf(time)).join()} ${spans.join('')}`;
  }
}

/** The spans that the code compares: the clocks' tolerance, a lag of two minutes. */
function spanOf(ms: number): number {
  return ms === 0 ? 0 : ms <= 2_000 ? 1 : ms < 120_000 ? 2 : 3;
}

function remembered<Value extends object>(make: (value: Value) => Parts): (value: Value) => Parts {
  const made = new WeakMap<Value, Parts>();
  return value => {
    const kept = made.get(value);
    if (kept !== undefined) return kept;
    const parts = make(value);
    made.set(value, parts);
    return parts;
  };
}

const serviceParts = remembered(({truth, shown, effects}: Service) => {
  const parts = new Parts();
  for (const {orderId, status, size, timestamp = 0} of truth.orders) {
    const was = shown.orders.find(each => each.orderId === orderId)?.status;
    parts.add(`o${orderId}${status}${was === status ? '' : was}${size}`);
    if (timestamp > 1_000) parts.at(timestamp, 'o');
  }
  for (const {id, status, openTime = 0, closeTime} of truth.options) {
    const was = shown.options.find(each => each.id === id)?.status;
    parts.add(`e${id}${status}${was === status ? '' : was}`);
    if (openTime > 1_000) parts.at(openTime, 'e');
    if (closeTime !== undefined) parts.at(closeTime, 'e');
  }
  for (const {orderId, filledSizeContracts} of truth.trades) parts.add(`t${orderId} ${filledSizeContracts}`);
  parts.add(`s${shown.trades.length}${shown.orders === truth.orders}${shown.options === truth.options}`);
  for (const {by, kind, recordId} of effects) parts.add(`x${by}${kind}${recordId}`);
  return parts;
});

function deskParts(desk: Desk, {now}: World): Parts {
  const parts = new Parts();
  if (!isAlive(desk)) {
    parts.add('dead');
    return parts;
  }
  parts.add('desk');
  parts.join(intentsParts(desk.intents));
  const {blockedUntil, looks} = desk.intents;
  for (const [kind, until] of Object.entries(blockedUntil)) {
    const at = until + desk.bornAt;
    if (at <= now) continue;
    parts.add(`b${kind}`);
    parts.at(at);
  }
  for (const [id, look] of Object.entries(looks)) lookParts(parts, id, look, desk, now);
  for (const call of desk.calls) callParts(parts, call);
  for (const timer of desk.timers) timerParts(parts, timer, desk, now);
  const {record, work, unkept} = desk.stop;
  parts.add(`w${record === undefined ? '' : (record.asked?.wants ?? 'set')}${unkept?.reason === undefined}`);
  if (work !== undefined) workParts(parts, work, desk, now);
  return parts;
}

const intentsParts = remembered(({list, held, asking, disabled, unsaved, stopped}: Intents) => {
  const parts = new Parts();
  for (const intent of list) parts.join(intentParts(intent));
  // How far another dashboard has come with it changes nothing here until it lets go.
  for (const {intent, presence} of held) parts.add(`h${intent.id}${presence}`);
  parts.add(
    `${asking.length}${Object.keys(disabled).join()}${unsaved?.ids.join() ?? ''}${stopped === undefined}`,
  );
  return parts;
});

const intentParts = remembered((intent: Intent) => {
  const parts = new Parts();
  const {id, state, attempts, knownBefore, replacing} = intent;
  const whose = momentsOf(intent);
  parts.add(`i${id}:${state}`);
  if (intent.state === 'DONE') parts.add(`${intent.proof}${intent.resolvedRecordId}`);
  if (isResolved(intent)) {
    const last = writeOf(intent).attempts.at(-1);
    if (intent.state === 'BY HAND' && last !== undefined) parts.at(last.startedAt.wall);
    return parts;
  }
  if (intent.state === 'UNKNOWN')
    parts.add(`${intent.noTrace}${intent.candidates.map(each => `${each.recordId}${each.isTaken}`).join()}`);
  parts.add(`k${knownBefore?.join()}`);
  if (replacing !== undefined) {
    const {write, filled, isComplete, isInsisted, confirmedAt} = replacing;
    parts.add(`r${write}${filled}${isComplete}${isInsisted}`);
    if (state === 'READING') parts.at((confirmedAt ?? intent.askedAt).wall, whose);
  }
  if (state === 'ASKED') parts.at(intent.askedAt.wall, whose);
  for (const attempt of attempts) parts.add(attemptText(attempt));
  const [first] = writeOf(intent).attempts;
  if (first !== undefined) parts.at(first.startedAt.wall, whose);
  return parts;
});

/** Moments of an intent are compared with each other, and with those of the records that may be its own. */
function momentsOf({id, draft}: Intent): string {
  return draft.kind === 'open' || draft.kind === 'close' ? `e ${id}` : `o ${id}`;
}

function attemptText({write = 1, by, process, result}: Attempt): string {
  return `a${write}${by === 'user' ? 'u' : 'i'}${process === 'this' ? '' : 'e'}${outcomeText(result?.outcome)}`;
}

function outcomeText(outcome: Outcome | undefined): string {
  if (outcome === undefined) return '?';
  switch (outcome.kind) {
    case 'yes':
      return `y${outcome.order?.orderId ?? ''}${outcome.order?.status ?? ''}`;
    case 'status':
      return `${outcome.status}${outcome.ownBody ? '+' : ''}`;
    case 'not sent':
      return outcome.mayRepeat ? 'n' : 'N';
    default:
      return outcome.kind;
  }
}

/** The reads in a row are counted as none, some and enough. */
function lookParts(parts: Parts, id: string, look: ReadingProgress, desk: Desk, now: number): void {
  const {bornAt, intents} = desk;
  const intent = intents.list.find(each => each.id === id);
  const whose = intent === undefined ? '' : momentsOf(intent);
  const isDue = intent !== undefined && isLookDue(intent, look, clockOf(desk, now));
  const {isReading, goodReads, timed, since, firstGood, isStillOpen} = look;
  parts.add(
    `l${id}${isReading}${goodReads === 0 ? 0 : goodReads < 5 ? 1 : 5}${timed > 1}${isStillOpen}${isDue}`,
  );
  parts.at(since.mono + bornAt, whose);
  if (firstGood !== undefined) parts.at(firstGood.mono + bornAt, whose);
}

function callParts(parts: Parts, call: Call) {
  switch (call.type) {
    case 'write':
      return parts.add(`c${call.intent.id}${call.begun.number}${call.isHeld}${answerText(call)}`);
    case 'check':
      return parts.add(`c${call.orderId}${answerText(call)}`);
    case 'read':
      return parts.add(`g${call.intentId}${call.reading.kind}`);
    case 'stop read':
      return parts.add(`G${call.scope.easyOptions}`);
    default:
      return call satisfies never;
  }
}

function answerText({answer}: {readonly answer: Outcome | undefined}): string {
  return answer === undefined ? '' : outcomeText(answer);
}

function timerParts(parts: Parts, {at, due}: Timer, {intents}: Desk, now: number) {
  if (due.type === 'stopDue') return parts.add(`T${at <= now}`);
  const intent = intents.list.find(each => each.id === due.intentId);
  parts.add(`${due.type === 'lookDue' ? 'T' : 'A'}${due.intentId}`);
  parts.at(at, intent === undefined ? '' : momentsOf(intent));
}

/** A stop compares its moments with now, and the first empty read with the last write and with the last one. */
function workParts(parts: Parts, work: StopWork, {bornAt}: Desk, at: number): void {
  const {facts, read, empty, tries, checking, checksRestUntil, quietSince} = work;
  const now = at - bornAt;
  const listed = read?.orders.rows.map(each => each.orderId).join();
  parts.add(`f${facts?.open.map(each => each.id).join()}/${facts?.unproved.join()}/${listed}/${checking}`);
  for (const [what, {count, nextAt}] of tries) parts.add(`y${what}${Math.min(count, 3)}${now >= nextAt}`);
  parts.add(`${now >= checksRestUntil}`);
  if (empty === undefined) return;
  const {first, last} = empty;
  parts.add(`z${first.mono >= quietSince}${spanOf(last.mono - first.mono)}`);
}
