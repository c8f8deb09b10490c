import {Box, Text} from 'ink';
import {Table} from 'ink-table';
import type {PropsWithChildren} from 'react';
import type {Tone} from '../../desk/model/vocabulary.ts';
import {sgrText} from '../../term/screen/cells.ts';
import {useTheme} from '../desk.tsx';
import {fit} from '../format.ts';
import type {StillRows} from '../sheet/draw.ts';

export function HelpTable({columns, rows}: Pick<StillRows, 'columns' | 'rows'>) {
  return (
    <Box flexDirection="column" flexShrink={0}>
      <StillTable data={[...rows]} columns={[...columns]} {...look} />
    </Box>
  );
}

/** A table of ink-table without rules between rows. */
class StillTable<T extends Record<string, string>> extends Table<T> {
  override separator = () => <></>;
}

/** ink-table pads by characters; cells count. */
function Cell({children}: PropsWithChildren) {
  const text = String(children);
  return <Text>{fit(text.trimEnd(), text.length)}</Text>;
}

const toned =
  (tone: Tone) =>
  ({children}: PropsWithChildren) => {
    const theme = useTheme();
    return <Text wrap="truncate">{sgrText(theme([{text: String(children), tone}]))}</Text>;
  };

const look = {cell: Cell, header: toned('heading'), skeleton: toned('dim')};
