import type {State} from '../../desk/model/state.ts';
import type {Past} from '../../desk/recorder/past.ts';
import {keysSentence, liveSentence} from '../past/bar.ts';
import {pastSentence} from '../past/header.ts';
import {sentence} from './spoken/words.ts';

/**
 * That what is heard is not now: told as it begins, with every step, and as it plays or rests; not with each
 * second that it plays. What goes on meanwhile is told when it is another thing.
 */
export function pastSpeech(was: Past | undefined, after: State): string[] {
  const {past: is} = after;
  if (was === is) return [];
  if (is === undefined) return ['Back to what is now.'];
  const isStep = !is.isPlaying && was?.at !== is.at;
  const isTurned = was === undefined || was.isPlaying !== is.isPlaying || isStep;
  const isTyped = was?.asked?.text !== is.asked?.text || was?.said !== is.said;
  return [
    ...(isTurned ? [pastSentence(after)] : []),
    ...(JSON.stringify(was?.live) === JSON.stringify(is.live) ? [] : [liveSentence(after)]),
    ...(was === undefined || isTyped ? [keysSentence(after)] : []),
  ]
    .map(sentence)
    .filter(each => each !== '');
}
