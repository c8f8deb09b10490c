import {Box, Text} from 'ink';
import {Line} from '../../Line.tsx';
import {type Hint, hintLine} from '../../lines/keys.ts';
import type {Drawing, PanelSize} from '../../panels/drawing.ts';
import {useDesk, useSurroundings} from '../../store.ts';
import {TextField} from '../../TextField.tsx';
import {HelpTable} from './help.tsx';

/** The help with a line below it, in which is typed what to look for. */
export const searchDrawing: Drawing<'search'> = {Panel: SearchPanel};

const hints: readonly Hint[] = [
  [['accept'], 'keep'],
  [['back'], 'clear'],
];

function SearchPanel({columns, rows}: PanelSize) {
  const text = useDesk(({overlay}) => (overlay.kind === 'search' ? overlay.text : ''));
  const bindings = useDesk(({settings}) => settings.bindings);
  const {paint} = useSurroundings();
  const keys = hintLine(bindings, 'search', hints);
  const field = Math.max(4, columns - keys.length - 5);
  return (
    <Box flexDirection="column" width={columns} height={rows} overflow="hidden">
      <HelpTable columns={columns} rows={rows} />
      <Box height={1}>
        <Line text={` ${paint('accent', '/')} `} columns={3} />
        <TextField name="search" value={text} columns={field} />
        {/* Ink draws the field, so that nothing to the right of it can be cited. */}
        <Text wrap="truncate"> {paint('dim', keys)}</Text>
      </Box>
    </Box>
  );
}
