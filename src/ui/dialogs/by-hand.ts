import {handWordsFor, overrideWord, waysOut} from '../../desk/intents/selectors.ts';
import {intentById} from '../../desk/intents/transitions.ts';
import {describe} from '../../desk/intents/words.ts';
import type {OverlayOf} from '../../desk/model/overlay.ts';
import type {State} from '../../desk/state.ts';
import {type Hint, hintLine} from '../../desk/words/keys.ts';
import {flat} from '../../desk/words/text.ts';
import {sanitize} from '../../term/text/sanitize.ts';
import {wrap} from '../format.ts';
import type {Drawing, PanelSize} from '../panels/drawing.ts';
import type {Paint} from '../theme.ts';

const hints: readonly Hint[] = [
  [['back'], 'back'],
  [['accept'], 'ends it'],
];

export const byHandDrawing: Drawing<'byHand'> = {
  lines: byHandLines,
  field: {name: 'word', hint: table => hintLine(table, 'byHand', hints), error: ({error}) => error},
};

function byHandLines(
  {intents}: State,
  overlay: OverlayOf<'byHand'>,
  {columns, rows}: PanelSize,
  paint: Paint,
): string[] {
  const intent = intentById(intents, overlay.intentId);
  if (intent === undefined) return [];
  const canOverride = waysOut(intents, intent).includes('overrideNoTrace');
  const handWords = handWordsFor(intent);
  const words = [...Object.keys(handWords), ...(canOverride ? [overrideWord] : [])];
  const means = [
    ...Object.entries(handWords).map(([word, meaning]) => `${word}: ${meaning}`),
    ...(canOverride ? [`${overrideWord}: take the risk that it was done`] : []),
  ];
  const isLow = rows < 14;
  const asked = `Type ${words.join(' or ')}, and a note if you like:`;
  const candidates = intent.state === 'UNKNOWN' ? intent.candidates : [];
  return [
    ` ${paint('strong', 'How did it end?')}`,
    // On a low screen the word to type comes before the description.
    ...(isLow ? wrap(asked, columns - 2).map(line => ` ${line}`) : []),
    ...wrap(flat(describe(intent)), columns - 2).map(line => ` ${paint('warning', line)}`),
    ...candidates.map(
      each => ` #${each.recordId} ${sanitize(each.words)}${each.isTaken ? ' (ended another one)' : ''}`,
    ),
    ...(isLow ? [] : [...means, asked]).flatMap(line => wrap(line, columns - 2)).map(line => ` ${line}`),
  ];
}
