import type {Moment} from '../../model/moment.ts';
import type {Intent, Intents} from '../intent.ts';
import {beginReading, readingFor, startLooks} from '../reconcile/looks.ts';
import {become, type IntentStep, putIntent} from '../transitions.ts';
import {goesOnByItself} from './table.ts';

/** The cancel is proved. Unless there was a doubt on the way, the order's fills are read to place the rest. */
export function canceled(intents: Intents, intent: Intent, reason: string, now: Moment): IntentStep {
  if (!goesOnByItself(intent))
    return notPlaced(intents, intent, `${reason} It took its time, and the price may be old.`, now);
  const next = become(intent, 'READING', reason, now);
  const [looking] = startLooks(putIntent(intents, next), next, now);
  const [reading, commands] = beginReading(looking, next.id, readingFor(next), now);
  return [reading, [{type: 'record', intent: next}, ...commands]];
}

/** The order is gone and nothing was placed: it stands on every pane until the person goes on, or leaves it. */
export function notPlaced(intents: Intents, intent: Intent, reason: string, now: Moment): IntentStep {
  const next = become(intent, 'CANCELED NOT PLACED', reason, now);
  const [looking, commands] = startLooks(putIntent(intents, next), next, now);
  return [
    looking,
    [
      {type: 'record', intent: next},
      {type: 'refresh'},
      ...commands,
      {type: 'say', intent: next, level: 'danger'},
    ],
  ];
}
