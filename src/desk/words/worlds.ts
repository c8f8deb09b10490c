import type {Intent} from '../intents/intent.ts';
import {writeOf} from '../intents/replace/write.ts';
import type {Tell} from '../intents/worlds/tells.ts';
import type {PossibleWorld} from '../intents/worlds/worlds.ts';
import {asItCame} from './amounts.ts';
import {draftWords} from './intents.ts';

/** What may have become of an intent, as a sentence. */
export function worldWords(intent: Intent, world: PossibleWorld): string {
  const {draft} = writeOf(intent);
  const isExit = draft.kind === 'close' || draft.kind === 'cancel';
  switch (world.kind) {
    case 'done':
      if (isExit)
        return `It was ${draft.kind === 'close' ? 'closed' : 'canceled'} by this, and no read shows that yet.`;
      return world.recordId === undefined
        ? 'It was done, and the lists lag: no read shows it yet.'
        : `It was done, and #${world.recordId} is it.`;
    case 'on its way':
      return 'It is held up on the way, and may be done yet.';
    case 'not done':
      return 'It never arrived, or was refused: nothing was done by it.';
    case 'ended otherwise':
      return draft.kind === 'cancel'
        ? 'Nothing was done by it: the order filled, or somebody else canceled it.'
        : 'Nothing was done by it: the Easy Option ended by itself, or by somebody else.';
    default:
      return world satisfies never;
  }
}

/**
 * What would tell, as a sentence.
 * @param shown an instant as the screen shows it
 * @param key the key that sends again
 */
export function tellWords(
  intent: Intent,
  tell: Tell,
  {shown, key}: {readonly shown: (at: number) => string; readonly key: string},
): string {
  switch (tell.by) {
    case 'read': {
      const from = tell.from === undefined ? '' : `, from ${shown(tell.from)} on`;
      return `${tell.list} of ${asItCame(tell.of)}${from}, by ${tell.fields.join(', ')}: ${saysWords[tell.world]}.`;
    }
    case 'sendAgain':
      return `${key}: sent once more, which cannot double it, and its answer tells.`;
    case 'asking':
      return tell.name === undefined
        ? `Nothing else that the interface has: ask the service about "${draftWords(writeOf(intent).draft)}" and its time.`
        : `Nothing else that the interface has: ask the service with ${tell.name} ${asItCame(tell.value)}.`;
    default:
      return tell satisfies never;
  }
}

const saysWords: Readonly<Record<PossibleWorld['kind'], string>> = {
  done: 'it was done',
  'on its way': 'it is on its way',
  'not done': 'nothing was done by then',
  'ended otherwise': 'it ended otherwise',
};
