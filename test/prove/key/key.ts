import type {HaltWork} from '../../../src/core/halt/halt.ts';
import {isRepeatDue} from '../../../src/core/intents/findings.ts';
import {
  type Intent,
  type Intents,
  isFollowed,
  isResolved,
  lacksRecord,
  type Reads,
} from '../../../src/core/intents/intent.ts';
import {isAmend, placedBy} from '../../../src/core/intents/kinds/amend.ts';
import {confirmedForMs} from '../../../src/core/intents/kinds/kind.ts';
import {makesRecord, type WriteDraft} from '../../../src/core/intents/kinds/kinds.ts';
import {replacedBy} from '../../../src/core/intents/kinds/place.ts';
import {knownBefore} from '../../../src/core/intents/known.ts';
import type {Attempt, Outcome} from '../../../src/core/intents/outcome.ts';
import {lateMs} from '../../../src/core/intents/outcome.ts';
import {hasLimits} from '../../../src/core/limits/decide.ts';
import {type Bound, draftOf, lagOf, unaskedIn} from '../bounds.ts';
import {knowsAll} from '../next.ts';
import type {Service} from '../service.ts';
import {type Call, clockOf, type Desk, isAlive, type Timer, type World} from '../world.ts';
import {accountText} from './limits.ts';
import {dueText, spanOf} from './spans.ts';

/**
 * What tells one state from another. Left out is what nothing goes by: words, numbers of reads and
 * requests, process ids, in which order things stand that may come in any; two dashboards that could change
 * places are one and the other. Of a moment there is kept how long ago it was, by the spans that the code
 * compares, and of the moments that the code compares with each other how they lie.
 */
export function keyOf(world: World, bound: Bound): string {
  const {service, store, wire, desks, left, now} = world;
  const {writes, limits} = bound;
  const isLimited = hasLimits(limits);
  const told = desks.map(desk => {
    const text =
      deskText(desk, world) +
      controlsText(desk, world) +
      (knowsAll(desk, store) ? '' : 'k') +
      knownText(desk, world, bound);
    return isLimited ? text + accountText(desk, world) : text;
  });
  told.sort();
  let key = serviceText(service);
  for (const each of told) key += each;
  const rows = [...store.rows.values()].sort((a, b) => (a.intent.id < b.intent.id ? -1 : 1));
  for (const {intent} of rows) key += `|${intentText(intent, now)}`;
  key += comparedText(rows, unaskedIn(store.rows, {writes}), world);
  if (wire.length > 0) key += inAnyOrder(wire.map(({by, draft}) => `>${by} ${draft.kind}`));
  for (const {wants, progress} of store.halts) key += `!${wants}${progress?.word}`;
  for (const each of Object.values(left)) key += each;
  return key;
}

/** Who has them, who had them, who believes to have them, and whose attempt is of an epoch that is over. */
function controlsText({pid, controls, calls}: Desk, {store, left}: World): string {
  const takings = store.controls;
  const newest = takings.at(-1);
  if (left.takes === 0 && takings.length < 2) return '';
  const lost = calls.some(each => each.type === 'write' && each.isHeld && each.begun.epoch !== newest?.epoch);
  return `c${newest?.pid === pid}${takings.some(each => each.pid === pid)}${controls?.is}${lost}`;
}

/** Calls, timers and requests come and go by themselves. */
function inAnyOrder(texts: string[]): string {
  return texts.length > 1 ? texts.sort().join('') : (texts[0] ?? '');
}

/**
 * Moments that are compared with each other: of a record with when an intent was sent that it may be of, and
 * with when one is sent that is not yet; of an end by hand with when another was asked for.
 */
function comparedText(
  rows: readonly {readonly intent: Intent}[],
  unsent: number,
  {service: {truth}, desks, now}: World,
): string {
  const isLooked = ({id}: Intent) => desks.some(({intents}) => intents.reads[id] !== undefined);
  const records: number[] = [];
  for (const {timestamp = 0} of truth.orders) if (timestamp > 1_000) records.push(timestamp);
  for (const {openTime = 0, closeTime} of truth.options) {
    if (openTime > 1_000) records.push(openTime);
    if (closeTime !== undefined) records.push(closeTime);
  }
  let text = '~';
  if (unsent > 0 || desks.some(({intents}) => Object.keys(intents.followed).length > 0))
    for (const at of records) text += now - at <= 2_000 ? 1 : 0;
  for (const {intent} of rows) {
    const sentAt = sentAtOf(intent);
    if (sentAt === undefined || (isResolved(intent) && !(lacksRecord(intent) && isLooked(intent)))) continue;
    for (const at of records) text += at >= sentAt - 2_000 ? 1 : 0;
  }
  return text;
}

function remembered<Value extends object, Kept>(make: (value: Value) => Kept): (value: Value) => Kept {
  const made = new WeakMap<Value, Kept>();
  return value => {
    const kept = made.get(value);
    if (kept !== undefined) return kept;
    const text = make(value);
    made.set(value, text);
    return text;
  };
}

const mayAskAnew = (desk: Desk, {store, left}: World, {writes}: Bound): boolean =>
  isAlive(desk) &&
  (left.keys > 0 || unaskedIn(store.rows, {writes}) > 0 || Object.keys(desk.intents.followed).length > 0);

const draftsIn = remembered((bound: Bound) =>
  bound.writes.flatMap((kind, slot): readonly WriteDraft[] => {
    const draft = draftOf(kind, bound, slot);
    const sent = isAmend(draft) ? placedBy(draft) : draft;
    return makesRecord(sent) ? [sent] : [];
  }),
);

/** What each write of the bound would take for known before it, by this read of the account and the next. */
function knownText(desk: Desk, world: World, bound: Bound): string {
  if (!mayAskAnew(desk, world, bound)) return '';
  const {intents, account, calls} = desk;
  const {orders, easyOptions, trades} = account.rows;
  let text = orders.began === undefined ? 'U' : `K${orders.rows.map(each => each.orderId)}/`;
  text += `${easyOptions.rows.map(({id}) => id)}/${trades.rows.map(each => each.orderId)}`;
  const begins = [
    orders.began,
    ...calls.map(each => (each.type === 'account read' ? each.beganAt : undefined)),
  ];
  const now = clockOf(desk, world.now);
  for (const began of begins) {
    if (began !== undefined) text += spanOf(now.mono - began.mono);
    for (const draft of draftsIn(bound))
      text += `,${knownBefore(intents, draft, {rows: account.rows, began, lagMs: lagOf(bound)}) !== undefined}`;
  }
  return text;
}

function sentAtOf(intent: Intent): number | undefined {
  return intent.attempts[0]?.startedAt.wall;
}

const serviceText = remembered(({truth, shown, effects}: Service) => {
  let text = '';
  for (const {orderId, status, size} of truth.orders) {
    const was = shown.orders.find(each => each.orderId === orderId)?.status;
    text += `o${orderId}${status}${was === status ? '' : was}${size}`;
  }
  for (const {id, status} of truth.options) {
    const was = shown.options.find(each => each.id === id)?.status;
    text += `e${id}${status}${was === status ? '' : was}`;
  }
  for (const {orderId, filledSizeContracts} of truth.trades) text += `t${orderId} ${filledSizeContracts}`;
  text += `s${shown.trades.length}${shown.orders === truth.orders}${shown.options === truth.options}`;
  return text + inAnyOrder(effects.map(({by, kind, recordId}) => `x${by}${kind}${recordId}`));
});

/** Of the last dashboards: most steps leave the other one as it was. */
const lastTexts: {desk: Desk; now: number; text: string}[] = [];
let oldest = 0;

function deskText(desk: Desk, {now}: World): string {
  for (const kept of lastTexts) if (kept.desk === desk && kept.now === now) return kept.text;
  const text = isAlive(desk) ? livingText(desk, now) : 'dead';
  lastTexts[oldest] = {desk, now, text};
  oldest = (oldest + 1) % 4;
  return text;
}

function livingText(desk: Desk, now: number): string {
  const {list, viewing, asking, unsaved, halted, blockedUntil, reads} = desk.intents;
  let text = 'desk';
  // How far the holder has come with it changes nothing in a viewer.
  const isShown = (each: Intent) => viewing !== undefined && !isResolved(each);
  text += inAnyOrder(list.map(each => (isShown(each) ? `h${each.id}` : intentText(each, now))));
  text += `${asking.length}${unsaved?.ids.join() ?? ''}${halted === undefined}`;
  for (const [kind, until] of Object.entries(blockedUntil)) {
    const at = until + desk.bornAt;
    if (at > now) text += `b${kind}${dueText(at - now)}`;
  }
  text += inAnyOrder(Object.entries(reads).map(([id, its]) => readsText(id, its, desk, now)));
  text += inAnyOrder(list.map(each => followedText(each, desk.intents, now)));
  text += inAnyOrder(desk.calls.map(each => callText(each, desk.halt.work, now)));
  text += inAnyOrder(desk.timers.map(each => timerText(each, now)));
  const {record, work, unkept, isFound} = desk.halt;
  text += `w${record && (record.wants ?? 'set')}${unkept?.reason === undefined}${isFound}`;
  return work === undefined ? text : text + workText(work, desk, now);
}

/** A place is to follow it, as long as its confirmation holds. */
function followedText(cancel: Intent, intents: Intents, now: number): string {
  const followed = intents.followed[cancel.id];
  if (followed === undefined || isOver(cancel)) return '';
  return `F${cancel.id}${followed.filled}${isFollowed(intents, cancel) && holdsText(cancel, now)}`;
}

/** Nothing follows what ended without its order. */
const isOver = (cancel: Intent): boolean => isResolved(cancel) && cancel.state !== 'CONFIRMED';

function intentText(intent: Intent, now: number): string {
  const {text, times} = told(intent);
  let all = text;
  for (const at of times) all += spanOf(now - at);
  return all;
}

/** What does not change of it, and the moments whose age does. */
const told = remembered((intent: Intent): {readonly text: string; readonly times: readonly number[]} => {
  const {id, draft, state, attempts, knownBefore, notReplaced} = intent;
  let text = `i${id}:${state}`;
  if (intent.state === 'CONFIRMED') text += `${intent.proof}${intent.resolvedRecordId}`;
  if (isResolved(intent)) {
    text += `${intent.isContradicted}${notReplaced !== undefined}`;
    if (intent.state === 'RESOLVED') text += intent.said.word;
    const isClaim =
      intent.state === 'RESOLVED' || (intent.state === 'CONFIRMED' && intent.proof === 'matched');
    // An outcome that comes after the end, or that nobody has read yet, may contradict it.
    const open = attempts.filter(each => each.result === undefined).length;
    text += isClaim && makesRecord(draft) ? attemptsText(attempts) : open;
    return {text, times: []};
  }
  text += `k${knownBefore?.join()}`;
  const times: number[] = [];
  const replaces = replacedBy(draft);
  if (replaces !== undefined) text += `r${replaces.filled}${replaces.unseen}`;
  text += attemptsText(attempts);
  const sentAt = sentAtOf(intent);
  if (sentAt !== undefined) times.push(sentAt);
  return {text, times};
});

/** Under a halt a DELETE goes on as long as a list that is behind shows its order. */
const mostAlike = 2;
const mostNumbered = 4;

function attemptsText(attempts: readonly Attempt[]): string {
  let [text, last, alike] = ['', '', 0];
  for (const attempt of attempts) {
    const each = attemptText(attempt);
    alike = each === last ? alike + 1 : 1;
    if (alike <= mostAlike) text += each;
    last = each;
  }
  return text;
}

function attemptText({by, process, result}: Attempt): string {
  return `a${by === 'user' ? 'u' : 'i'}${process === 'this' ? '' : 'e'}${outcomeText(result?.outcome)}`;
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

/** Whether its confirmation still holds. */
const holdsText = (intent: Intent, now: number) => now - intent.askedAt.wall <= confirmedForMs;

function readsText(id: string, {since, last}: Reads, {bornAt, intents, calls}: Desk, now: number): string {
  const intent = intents.list.find(each => each.id === id);
  if (intent === undefined) return '';
  const isLacking = lacksRecord(intent);
  if (isResolved(intent) && !isLacking && !isFollowed(intents, intent)) return '';
  // A read may add its record.
  const sent = isLacking ? `${intent.knownBefore}${spanOf(now - (sentAtOf(intent) ?? 0))}` : '';
  const at = {mono: now - bornAt, wall: now};
  const isDue = `${last.mono < at.mono}${isRepeatDue(intents, intent, at)}`;
  const read = calls.find(each => each.type === 'account read');
  const isCounted = read && read.beganAt.mono > last.mono;
  return `l${id}${sent}${isCounted}${isDue}${spanOf(at.mono - since.mono)}`;
}

function callText(call: Call, work: HaltWork | undefined, now: number): string {
  switch (call.type) {
    case 'write':
      return `c${call.intent.id}${Math.min(call.begun.number, mostNumbered)}${call.isHeld && holdsText(call.intent, now)}${answerText(call)}`;
    case 'account read': {
      const {mono, wall} = call.beganAt;
      return work === undefined ? 'R' : `R${mono >= work.quietSince.mono}${spanOf(now - wall)}`;
    }
    default:
      return call satisfies never;
  }
}

function answerText({answer}: {readonly answer: Outcome | undefined}): string {
  return answer === undefined ? '' : outcomeText(answer);
}

const timerText = ({at, due}: Timer, now: number) => `A${due.intentId}${dueText(at - now)}`;

/** A halt compares its moments with now, and its reads with the last write and with each other. */
function workText(work: HaltWork, {bornAt, intents, account}: Desk, at: number): string {
  const {writes, quietSince, empty, tries, seen} = work;
  const {orders, easyOptions} = account.rows;
  const now = at - bornAt;
  const read = orders.began?.mono ?? -1;
  const readOptions = easyOptions.began?.mono ?? -1;
  let text = `f${writes === intents.list}${orders.rows.map(each => each.orderId).join()}`;
  text += `/${read >= quietSince.mono}${read < now}${spanOf(Math.max(0, readOptions - quietSince.mono))}/`;
  for (const {id, status} of easyOptions.rows) text += `o${id}${status}`;
  const isLate = (sentAt: number) => readOptions + bornAt - sentAt > lateMs + 120_000;
  const open = intents.list.filter(({state}) => state === 'UNKNOWN');
  for (const {startedAt} of open.flatMap(({attempts}) => attempts)) text += isLate(startedAt.wall);
  text += inAnyOrder(
    intents.list
      .filter(each => isResolved(each))
      .map(({id, changedAt}) => {
        const isListed = read + bornAt - changedAt > 120_000;
        return `c${id}${isRecent(at - changedAt)}${isListed}${readOptions + bornAt - changedAt > 120_000}`;
      }),
  );
  for (const [what, {count, nextAt}] of tries) text += `y${what}${Math.min(count, 3)}${now >= nextAt}`;
  for (const [id, {since, last}] of seen)
    text += `s${id}${isRecent(now - last.mono)}${readOptions > since.mono}`;
  return empty === undefined ? text : `${text}z${spanOf(empty.last.mono - empty.first.mono)}`;
}

/** Twice the lag of two minutes. */
const isRecent = (ms: number) => ms <= 240_000;
