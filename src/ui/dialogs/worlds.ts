import {intentById} from '../../desk/intents/transitions.ts';
import {describe, tellWords, worldWords} from '../../desk/intents/words.ts';
import {possibleWorlds, tellsOf} from '../../desk/intents/worlds.ts';
import type {OverlayOf} from '../../desk/model/overlay.ts';
import type {State} from '../../desk/state.ts';
import {type Hint, hintLine, labelOf} from '../../desk/words/keys.ts';
import {flat} from '../../desk/words/text.ts';
import {ownClock} from '../../desk/words/times.ts';
import {wrap} from '../format.ts';
import type {Drawing} from '../panels/drawing.ts';
import {noPaint, type Paint} from '../theme.ts';

const hints: readonly Hint[] = [
  [['row.down', 'row.up'], 'scroll'],
  [['back'], 'back'],
];

export const worldsDrawing: Drawing<'worlds'> = {
  most: (state, overlay, {columns, rows}) =>
    Math.max(0, worldLines(state, overlay, columns, noPaint).length - heightIn(rows)),
  lines: (state, overlay, {columns, rows}, paint) => {
    const all = worldLines(state, overlay, columns, paint);
    const height = heightIn(rows);
    const start = Math.min(overlay.scroll, Math.max(0, all.length - height));
    return [
      ...all.slice(start, start + height),
      ` ${paint('dim', hintLine(state.settings.bindings, 'worlds', hints))}`,
    ];
  },
};

/** The keys take one line. */
const heightIn = (rows: number) => Math.max(1, rows - 1);

export function worldLines(
  state: State,
  {intentId}: OverlayOf<'worlds'>,
  columns: number,
  paint: Paint,
): string[] {
  const intent = intentById(state.intents, intentId);
  if (intent === undefined) return [];
  const title = ` ${paint('strong', 'What may have become of it')}`;
  const said = wrap(flat(describe(intent)), columns - 2).map(line => ` ${paint('warning', line)}`);
  if (intent.state !== 'UNKNOWN') return [title, ...said];
  const words = {
    shown: (at: number) => ownClock(state, at),
    key: labelOf(state.settings.bindings, 'sendAgain'),
  };
  const item = (text: string, mark: string) =>
    wrap(flat(text), columns - 4).map((line, index) => ` ${index === 0 ? mark : ' '} ${line}`);
  return [
    title,
    ...said,
    ...possibleWorlds(intent).flatMap((world, index) => item(worldWords(intent, world), String(index + 1))),
    ` ${paint('strong', 'What would tell')}`,
    ...tellsOf(state.intents, intent).flatMap(tell => item(tellWords(intent, tell, words), '-')),
  ];
}
