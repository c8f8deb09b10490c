import {Box, Static, Text} from 'ink';
import {useEffect, useMemo, useSyncExternalStore} from 'react';
import {openIn} from '../../desk/dialogs.ts';
import type {State} from '../../desk/model/state.ts';
import {useMostScroll} from '../panels/useMostScroll.ts';
import {type KeySource, type Store, SurroundingsContext, useDesk} from '../store.ts';
import {TextField} from '../TextField.tsx';
import {createTableView} from '../table/view.ts';
import {noPaint} from '../theme.ts';
import {useKeys} from '../useKeys.ts';
import {mostLines} from './lists.ts';
import {createTranscript, type Transcript} from './transcript.ts';

type Props = {
  readonly store: Store;
  readonly keyboard: KeySource;
  /** Writes what is typed behind what was typed, without a line of its own. */
  readonly type: (text: string) => void;
};

/**
 * The dashboard as a transcript: what happens is told in sentences under each other, and nothing that was told
 * is ever erased or written over. The keys are the same as everywhere.
 */
export function ScreenReader({store, keyboard, type}: Props) {
  const transcript = useMemo(() => createTranscript(store, type), [store, type]);
  const surroundings = useMemo(
    () => ({store, keyboard, paint: noPaint, page: undefined, table: createTableView()}),
    [store, keyboard],
  );
  return (
    <SurroundingsContext value={surroundings}>
      <Spoken transcript={transcript} store={store} />
      <Typing />
    </SurroundingsContext>
  );
}

function Spoken({transcript, store}: {readonly transcript: Transcript; readonly store: Store}) {
  useKeys();
  useMostScroll(mostLines);
  const {volume, lines} = useSyncExternalStore(transcript.subscribe, transcript.said);
  useEffect(() => transcript.open(), [transcript]);
  // By now Ink has written them, so the terminal is asked behind them whether it has taken them.
  useEffect(() => {
    for (const told of transcript.takeTold()) store.send({type: 'questionSaid', ...told});
  });
  return (
    <Static key={volume} items={[...lines]}>
      {(line, index) => <Text key={index}>{line}</Text>}
    </Static>
  );
}

/** A line to type in, which is told and not drawn. */
function Typing() {
  const field = useDesk(lineName);
  const text = useDesk(state => openIn(state)?.line?.text ?? '');
  const isMarked = useDesk(({overlay}) => overlay.kind === 'form' && overlay.form.isMarked);
  if (field === undefined) return null;
  return (
    <Box display="none">
      <TextField name={field} value={text} columns={80} isMarked={isMarked} key={field} />
    </Box>
  );
}

/** Told apart by the dialog as well: each begins with its own cursor. */
function lineName(state: State): string | undefined {
  const line = openIn(state)?.line;
  return line && (line.field || state.overlay.kind);
}
