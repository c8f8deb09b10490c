import {currentWrite, type Intent} from '../../../src/desk/intents/intent.ts';
import {type PossibleOutcome, possibleOutcomes} from '../../../src/desk/intents/possible.ts';
import {describe} from '../../../src/desk/intents/words.ts';
import {kindHere} from '../kinds.ts';
import type {World} from '../world.ts';

type Kind = PossibleOutcome['kind'];

/** Which of the outcomes that a person may be shown is the true one. */
function trueOutcome(intent: Intent, {service, wire}: World): Kind {
  const {draft} = currentWrite(intent);
  const {id} = intent;
  if (service.effects.some(each => each.by === id && each.kind === draft.kind)) return 'done';
  if (wire.some(each => each.by === id && each.draft.kind === draft.kind)) return 'on its way';
  return kindHere(draft).mayBeDone(draft, service.truth) ? 'not done' : 'ended otherwise';
}

const shown = new WeakMap<Intent, ReadonlySet<Kind>>();

function shownFor(intent: Intent): ReadonlySet<Kind> {
  const kept = shown.get(intent);
  if (kept !== undefined) return kept;
  const kinds = new Set(possibleOutcomes(intent).map(each => each.kind));
  shown.set(intent, kinds);
  return kinds;
}

/** An UNKNOWN intent of which the true outcome is not among those that the person is shown. */
export function outcomeMissed(world: World): string | undefined {
  for (const {intents} of world.desks)
    for (const intent of intents.list) {
      if (intent.state !== 'UNKNOWN') continue;
      const truth = trueOutcome(intent, world);
      if (!shownFor(intent).has(truth))
        return `The true outcome (${truth}) is not shown (${[...shownFor(intent)].join(', ')}): ${describe(intent)}`;
    }
  return undefined;
}

/** What was shown of UNKNOWN intents that look alike, and what was true of any of them. */
export type OutcomesSeen = Map<string, {readonly shown: ReadonlySet<Kind>; readonly true: Set<Kind>}>;

export function noteOutcomes(seen: OutcomesSeen, world: World): void {
  for (const {intents} of world.desks)
    for (const intent of intents.list) {
      if (intent.state !== 'UNKNOWN') continue;
      const name = looksOf(intent);
      const kept = seen.get(name) ?? {shown: shownFor(intent), true: new Set<Kind>()};
      seen.set(name, kept);
      kept.true.add(trueOutcome(intent, world));
    }
}

/** All that the outcomes are told from. */
function looksOf(intent: Intent): string {
  const {draft, attempts} = currentWrite(intent);
  const came = attempts.map(({result}) => {
    const outcome = result?.outcome;
    return outcome?.kind === 'status' ? `${outcome.status}${outcome.ownBody ? ' own' : ''}` : outcome?.kind;
  });
  return `${intent.draft.kind} ${draft.kind}: ${came.join(', ')}`;
}

/** Worlds that were shown, and in no state that looks so were true. */
export function neverTrue(seen: OutcomesSeen): string[] {
  return [...seen].flatMap(([name, {shown: told, true: were}]) =>
    [...told].filter(kind => !were.has(kind)).map(kind => `${name}: ${kind}`),
  );
}
