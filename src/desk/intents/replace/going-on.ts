import type {Moment} from '../../model/moment.ts';
import {kinship} from '../account.ts';
import type {DraftOf, Intent, Intents} from '../intent.ts';
import {target} from '../intent.ts';
import {beginReading, readingFor, startLooks} from '../reconcile/looks.ts';
import {canAct} from '../selectors.ts';
import {become, type IntentStep, intentById, putIntent} from '../transitions.ts';
import {cancelWrite} from './replacing.ts';

/** The person goes on with what was canceled and not placed. The journal lets one dashboard do so. */
export function goOnReplacing(
  intents: Intents,
  {intentId, draft, isInsisted}: {intentId: string; draft: DraftOf<'replace'>; isInsisted: boolean},
  now: Moment,
): IntentStep {
  const intent = intentById(intents, intentId);
  const hindrance = hindranceOf(intents, intent, draft, now);
  if (intent === undefined || hindrance !== undefined) return notGoneOn(intents, hindrance ?? '');
  const {write = cancelWrite, ...known} = intent.replacing ?? {};
  const next = become(intent, 'READING', 'It goes on: its trades are read once more.', now);
  const replacing = {...known, write, isInsisted, confirmedAt: now};
  return [intents, [{type: 'journalGoOn', intent: {...next, draft, replacing}}]];
}

function hindranceOf(
  intents: Intents,
  intent: Intent | undefined,
  draft: DraftOf<'replace'>,
  now: Moment,
): string | undefined {
  if (intent?.state !== 'CANCELED NOT PLACED' || target(intent.draft) !== target(draft))
    return 'It does not wait any more.';
  if (kinship(intent, intents.accountId) !== 'ours') return 'It may be of another account.';
  const may = canAct(intents, 'place', now);
  return may === true ? undefined : may;
}

/** The journal has taken it: its trades are read once more, and what is left by them is placed. */
export function wentOn(intents: Intents, intent: Intent, now: Moment): IntentStep {
  const [looking] = startLooks(putIntent(intents, intent), intent, now);
  return beginReading(looking, intent.id, readingFor(intent), now);
}

export function notGoneOn(intents: Intents, reason: string): IntentStep {
  return [intents, [{type: 'tell', text: `Nothing was placed. ${reason}`, level: 'warning'}]];
}
