import {Box} from 'ink';
import type {PaneBinding} from '../../desk/model/keys.ts';
import type {State} from '../../desk/model/state.ts';
import {blocked} from '../../desk/order/availability.ts';
import {paletteMatches} from '../../desk/overlays/palette.ts';
import {cut, padEnd} from '../format.ts';
import {Line, Lines} from '../Line.tsx';
import {type Hint, hintLine, keyLabel} from '../lines/keys.ts';
import type {Drawing, PanelSize} from '../panels/drawing.ts';
import {sameLines} from '../same.ts';
import {useDesk, useSurroundings} from '../store.ts';
import {TextField} from '../TextField.tsx';
import {choiceLines} from '../table/window.ts';
import type {Paint} from '../theme.ts';

const hints: readonly Hint[] = [
  [['row.up', 'row.down'], 'choose'],
  [['accept'], 'run'],
  [['back'], 'back'],
];

/** Every command by its name, with its key. */
export const paletteDrawing: Drawing<'palette'> = {Panel: PalettePanel};

function PalettePanel({columns, rows}: PanelSize) {
  const text = useDesk(({overlay}) => (overlay.kind === 'palette' ? overlay.text : ''));
  const bindings = useDesk(({settings}) => settings.bindings);
  const {paint} = useSurroundings();
  const height = Math.max(1, rows - 2);
  const lines = useDesk((state, tint) => matchLines(state, columns, height, tint), sameLines);
  return (
    <Box flexDirection="column" width={columns} height={rows} overflow="hidden">
      <Box height={1}>
        <Line text={` ${paint('accent', ':')} `} columns={3} />
        <TextField name="palette" value={text} columns={columns - 4} />
      </Box>
      <Lines lines={lines} height={height} />
      <Line text={` ${paint('dim', hintLine(bindings, 'palette', hints))}`} />
    </Box>
  );
}

function matchLines(state: State, columns: number, height: number, paint: Paint): string[] {
  if (state.overlay.kind !== 'palette') return [];
  const {index, text} = state.overlay;
  const matches = paletteMatches(state, text);
  if (matches.length === 0) return [` ${paint('dim', 'No command is called that.')}`];
  const keysWidth = 16;
  const line = (match: PaneBinding) => {
    const reason = blocked(state, match.action);
    const keys = padEnd(cut(match.keys.map(keyLabel).join(' '), keysWidth), keysWidth);
    const said = reason === undefined ? match.label : `${match.label}: ${reason}`;
    const tone = reason === undefined ? 'plain' : 'dim';
    return `${paint('accent', keys)} ${paint(tone, cut(said, columns - keysWidth - 4))}`;
  };
  return choiceLines(matches, index, height, line, paint);
}
