import {Box} from 'ink';
import {type PaletteEntry, paletteMatches} from '../../desk/overlays/palette.ts';
import type {State} from '../../desk/state.ts';
import {type Hint, hintLine, keyLabel} from '../../desk/words/keys.ts';
import {flat} from '../../desk/words/text.ts';
import {cut, padEnd, width, wrap} from '../format.ts';
import {Line, Lines} from '../Line.tsx';
import type {Drawing, PanelSize} from '../panels/drawing.ts';
import {sameLines} from '../same.ts';
import {useDesk, useSurroundings} from '../store.ts';
import {TextField} from '../TextField.tsx';
import {choiceLines} from '../table/figures.ts';
import type {Paint} from '../theme.ts';

const hints: readonly Hint[] = [
  [['row.up', 'row.down'], 'choose'],
  [['accept'], 'run'],
  [['back'], 'back'],
];

/** Every command by its name, with its key, and what has no key. */
export const paletteDrawing: Drawing<'palette'> = {Panel: PalettePanel};

function PalettePanel({columns, rows}: PanelSize) {
  const text = useDesk(({overlay}) => (overlay.kind === 'palette' ? overlay.text : ''));
  const bindings = useDesk(({settings}) => settings.bindings);
  const {paint} = useSurroundings();
  const reason = useDesk((state, tint) => reasonLines(state, columns, tint), sameLines);
  const height = Math.max(1, rows - 2 - reason.length);
  const lines = useDesk((state, tint) => matchLines(state, columns, height, tint), sameLines);
  return (
    <Box flexDirection="column" width={columns} height={rows} overflow="hidden">
      <Box height={1}>
        <Line text={` ${paint('accent', ':')} `} columns={3} />
        <TextField name="palette" value={text} columns={columns - 4} />
      </Box>
      <Lines lines={lines} height={height} />
      <Lines lines={reason} />
      <Line text={` ${paint('dim', hintLine(bindings, 'palette', hints))}`} />
    </Box>
  );
}

function matchLines(state: State, columns: number, height: number, paint: Paint): string[] {
  if (state.overlay.kind !== 'palette') return [];
  const {index, text} = state.overlay;
  const matches = paletteMatches(state, text);
  if (matches.length === 0) return [` ${paint('dim', 'No command is called that.')}`];
  const keysOf = (match: PaletteEntry) => match.keys.map(keyLabel).join(' ');
  const keysWidth = Math.min(mostKeys, Math.max(...matches.map(match => width(keysOf(match)))));
  const line = (match: PaletteEntry) => {
    const keys = padEnd(cut(keysOf(match), keysWidth), keysWidth);
    const tone = match.blocked(state) === undefined ? 'plain' : 'dim';
    return `${paint('accent', keys)} ${paint(tone, cut(flat(match.label), columns - keysWidth - 4))}`;
  };
  return choiceLines(matches, index, height, line, paint);
}

const mostKeys = 16;

/** Why the chosen command cannot be carried out now, to its end. */
function reasonLines(state: State, columns: number, paint: Paint): string[] {
  if (state.overlay.kind !== 'palette') return [];
  const {index, text} = state.overlay;
  const chosen = paletteMatches(state, text)[index];
  const reason = chosen?.blocked(state);
  return reason === undefined ? [] : wrap(reason, columns - 2).map(each => ` ${paint('warning', each)}`);
}
