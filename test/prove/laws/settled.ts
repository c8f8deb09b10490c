import type {EasyOption} from '../../../src/api/wire/records.ts';
import {haltEnds, isUnderWay, leftWords} from '../../../src/core/halt/halt.ts';
import {cameLate, contradicted} from '../../../src/core/intents/contradicted.ts';
import {type Intent, isResolved, lacksRecord} from '../../../src/core/intents/intent.ts';
import {makesRecord, target} from '../../../src/core/intents/kinds/kinds.ts';
import {describe} from '../../../src/core/intents/words.ts';
import {unsaidCancels} from '../../sim/amend.ts';
import {type Choice, type Fair, fairOrder} from '../choice.ts';
import {kindHere} from '../kinds.ts';
import {type Desk, isAlive, mayRead, type World} from '../world.ts';
import {proves} from './laws.ts';

/**
 * Once faults end: what is fair is that processes start again, requests arrive and are answered, reads show
 * what is, and time passes. From every state that leads to one in which nothing more can be decided; what
 * is decided there? A dashboard that has not seen what is open polls before another one looks again, so that
 * each comes to it. The rounds of a halt go on when nothing else does.
 * @returns the lower goes first; infinite for what is not fair
 */
export function fairRank({fair, desk: index}: Choice, world: World): number {
  if (fair === undefined) return Number.POSITIVE_INFINITY;
  const desk = index === undefined ? undefined : world.desks[index];
  // The holder of the controls carries it out; a viewer goes on looking for ever.
  const isViewer = desk !== undefined && !isHolder(desk);
  if (desk !== undefined && isOfHalt(fair, desk, world)) {
    // One that has begun comes back before another begins: no time passes while it is on its way.
    return fairOrder.length + (fair === 'reads' ? 0 : isViewer ? 2 : 1);
  }
  const isBlind = fair === 'polls' && desk !== undefined && isBehind(desk, world.store);
  return fairOrder.indexOf(isBlind ? 'hears' : fair);
}

const isBehind = (desk: Desk, {rows}: World['store']) =>
  [...rows.values()].some(({intent}) => !isResolved(intent) && !isInSight(intent, desk));

/** Reads of the account that no write waits for. */
function isOfHalt(fair: Fair, desk: Desk, {now}: World): boolean {
  if (fair === 'reads') return Object.keys(desk.intents.reads).length === 0;
  return fair === 'reads the account' && !mayRead(desk, now);
}

function isInSight({id}: Intent, {intents}: Desk): boolean {
  return intents.list.some(each => each.id === id);
}

/** What is left undecided, or out of sight, though the interface would tell. */
export function undecided(world: World): string | undefined {
  const {store, desks} = world;
  for (const {intent} of store.rows.values()) {
    if (isResolved(intent)) {
      if (isDisproved(intent)) return `CONFIRMED, though its journaled answer tells: ${describe(intent)}`;
      const isLeft = contradicted(intent, cameLate(intent), {mono: 0, wall: world.now}) !== undefined;
      if (isLeft || isUntold(intent, world))
        return `Nobody says that it is contradicted: ${describe(intent)}`;
      continue;
    }
    const wrong = whyUndecided(intent, world);
    if (wrong !== undefined) return `${wrong}: ${describe(intent)}`;
    for (const desk of desks.filter(isAlive)) {
      const seen = desk.intents.list.find(each => each.id === intent.id);
      if (!isInSight(intent, desk)) return `Lost out of sight: ${describe(intent)}`;
      if (seen?.state !== intent.state)
        return `The journal says ${intent.state}, the screen ${seen?.state}: ${describe(intent)}`;
    }
  }
  return unsaid(world) ?? unhalted(world);
}

/** The record that it was matched to is of another client: the service did nothing for it, or never saw it. */
function isDisproved(intent: Intent): boolean {
  const isMatch = intent.state === 'CONFIRMED' && makesRecord(intent.draft);
  return isMatch && ['refused', 'not sent'].includes(proves(intent) ?? '');
}

/** The journal has it as contradicted, and whoever has the controls does not. */
const isUntold = ({id, isContradicted}: Intent, {desks}: World): boolean =>
  isContradicted === true &&
  desks.some(each => isAlive(each) && isHolder(each) && !isContradictedOn(each, id));

const isContradictedOn = ({intents}: Desk, id: string) =>
  intents.list.some(each => each.id === id && each.isContradicted);

const isHolder = ({intents}: Desk) => intents.viewing === undefined;

/** Of a canceled order that none has replaced, whoever has the controls says so. */
function unsaid({store, desks}: World): string | undefined {
  const isHeld = desks.some(each => isAlive(each) && isHolder(each));
  const list = isHeld ? [...store.rows.values()].map(({intent}) => intent) : [];
  const [left] = unsaidCancels(list);
  return left && `Nobody says that it is not replaced: ${describe(left)}`;
}

/** A halt that was asked for comes to its word: nothing but a write that nobody can send again holds it up. */
function unhalted({store: {rows, halts}, service: {truth}}: World): string | undefined {
  const going = halts.find(isUnderWay);
  const isActive = ({id, status}: EasyOption, {draft}: Intent) =>
    status === 'ACTIVE' && draft.kind === 'close' && draft.easyOptionId === id;
  const isClosed = (intent: Intent) =>
    going?.wants === haltEnds[1] && truth.options.some(each => isActive(each, intent));
  const isHeldUp = [...rows.values()].some(
    ({intent}) => intent.state === 'UNKNOWN' && intent.draft.kind !== 'cancel' && !isClosed(intent),
  );
  const left = going?.progress?.left.map(leftWords).join();
  return going === undefined || isHeldUp ? undefined : `The halt never ends: ${left}`;
}

function whyUndecided(intent: Intent, {service, store}: World): string | undefined {
  if (intent.state !== 'UNKNOWN') return 'Never ended';
  if (['done', 'refused', 'not sent'].includes(proves(intent) ?? ''))
    return 'Left UNKNOWN, though its journaled answer tells';
  const {draft} = intent;
  // One that a person has ended, or whose yes named none, may have made the record.
  const others = [...store.rows.values()].map(each => each.intent);
  const mayBeOf = (each: Intent) => each.state === 'RESOLVED' || lacksRecord(each);
  if (others.some(each => mayBeOf(each) && target(each.draft) === target(draft))) return undefined;
  return kindHere(draft).isTold(draft, intent, service) ? 'Left UNKNOWN, though reads tell' : undefined;
}
