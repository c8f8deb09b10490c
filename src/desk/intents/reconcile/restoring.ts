import {chain} from '../../chain.ts';
import type {Moment} from '../../model/moment.ts';
import {end, judge} from '../attempts.ts';
import {classify, reasons} from '../classify.ts';
import {isProvedDone} from '../ending.ts';
import type {Intent, Intents} from '../intent.ts';
import {notPlaced} from '../replace/not-placed.ts';
import {writeOf} from '../replace/write.ts';
import {become, becomeUnknown, type IntentStep, intentById, putIntent} from '../transitions.ts';
import {beginReading, readingFor, startLooks} from './looks.ts';

/** Takes over what an earlier process left in the journal, and reads before it writes to those targets. */
export function restored(intents: Intents, found: readonly Intent[], now: Moment): IntentStep {
  const isNew = ({id}: Intent) => intentById(intents, id) === undefined;
  const start: IntentStep = [intents, []];
  return chain(start, found.filter(isNew), (next, intent) => restore(next, intent, now));
}

function restore(intents: Intents, intent: Intent, now: Moment): IntentStep {
  switch (intent.state) {
    case 'ASKED':
      return end(intents, become(intent, 'NOT SENT', 'optty ended before it was sent.', now), 'warning');
    case 'SENDING':
    case 'CANCELING':
    case 'PLACING':
      return restoreSending(intents, intent, now);
    case 'ACCEPTED':
      return isProvedDone(intent)
        ? judge(putIntent(intents, intent), intent, now)
        : readAtOnce(intents, intent, now);
    case 'UNKNOWN':
    case 'CANCELED NOT PLACED':
      return readAtOnce(intents, intent, now);
    case 'READING':
      return notPlaced(intents, intent, 'optty ended before it was placed.', now);
    case 'DONE':
    case 'REFUSED':
    case 'NOT SENT':
    case 'BY HAND':
      return [putIntent(intents, intent), []];
    default:
      return intent satisfies never;
  }
}

/** An attempt whose outcome the journal holds still proves what it proved; all else is UNKNOWN. */
function restoreSending(intents: Intents, intent: Intent, now: Moment): IntentStep {
  const {draft, attempts} = writeOf(intent);
  const [first, ...others] = attempts;
  const step = first && classify(draft.kind, [first, ...others], now);
  if (step !== undefined && step.step !== 'read') return judge(putIntent(intents, intent), intent, now);
  const next = becomeUnknown(intent, {reason: reasons[step?.reason ?? 'cut off']}, now);
  const [after, commands] = readAtOnce(intents, next, now);
  return [after, [{type: 'record', intent: next}, ...commands]];
}

function readAtOnce(intents: Intents, intent: Intent, now: Moment): IntentStep {
  const [looking] = startLooks(putIntent(intents, intent), intent, now);
  return beginReading(looking, intent.id, readingFor(intent), now);
}
