import {Box} from 'ink';
import type {Binding} from '../../desk/model/keys.ts';
import type {State} from '../../desk/model/state.ts';
import {sanitize} from '../../term/text/sanitize.ts';
import {cut} from '../format.ts';
import {Line, Lines} from '../Line.tsx';
import {sameLines} from '../same.ts';
import {useDesk, useSurroundings} from '../store.ts';
import {TextField} from '../TextField.tsx';
import type {DialogLines, PanelSize} from './drawing.ts';

type Props = {
  readonly room: PanelSize;
  readonly draw: DialogLines;
  readonly name: string;
  readonly hint: (table: readonly Binding[]) => string;
  readonly error: (state: State) => string | undefined;
};

/** A question with one line to type the answer in. */
export function AskPanel({room, draw, name, hint: hintOf, error: errorOf}: Props) {
  const {columns, rows} = room;
  const lines = useDesk(
    (state, paint) => draw(state, room, paint).slice(0, Math.max(0, rows - 3)),
    sameLines,
  );
  const text = useDesk(({overlay}) => ('text' in overlay ? overlay.text : ''));
  const error = useDesk(errorOf);
  const hint = useDesk(({settings}) => hintOf(settings.bindings));
  const {paint} = useSurroundings();
  return (
    <Box flexDirection="column" width={columns} height={rows} overflow="hidden">
      <Lines lines={lines} />
      <Box height={1} flexShrink={0}>
        <Line text={` ${paint('accent', '›')} `} columns={3} />
        <TextField name={name} value={text} columns={columns - 4} />
      </Box>
      <Line
        text={error === undefined ? '' : ` ${paint('warning', cut(`! ${sanitize(error)}`, columns - 2))}`}
      />
      <Line text={` ${paint('dim', cut(hint, columns - 2))}`} />
    </Box>
  );
}
