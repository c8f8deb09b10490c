import {Box} from 'ink';
import {Line} from '../Line.tsx';
import {filterHint} from '../lines/filter.ts';
import {DetailsPanel} from '../panels/DetailsPanel.tsx';
import type {Drawing} from '../panels/drawing.ts';
import {useDesk, useSurroundings} from '../store.ts';
import {TextField} from '../TextField.tsx';

/** Typed above the table, so the details stay in place. */
export const filterDrawing: Drawing<'filter'> = {Panel: DetailsPanel};

const prompt = ' / ';

export function FilterBar({columns}: {readonly columns: number}) {
  const typed = useDesk(({overlay}) => (overlay.kind === 'filter' ? overlay.text : undefined));
  return typed === undefined ? null : <Typing text={typed} columns={columns} />;
}

function Typing({text, columns}: {readonly text: string; readonly columns: number}) {
  const {paint} = useSurroundings();
  const hint = useDesk((state, tint) => filterHint(state, text, prompt.length, tint));
  return (
    <Box flexDirection="column" height={2}>
      <Box height={1}>
        <Line text={paint('accent', prompt)} columns={prompt.length} />
        <TextField name="filter" value={text} columns={columns - prompt.length - 1} />
      </Box>
      <Line text={hint} />
    </Box>
  );
}
