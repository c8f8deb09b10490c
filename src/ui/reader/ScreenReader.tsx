import {Box, Static, Text} from 'ink';
import {useEffect, useMemo, useSyncExternalStore} from 'react';
import {openIn} from '../../desk/dialogs/index.ts';
import type {State} from '../../desk/state.ts';
import {TextField} from '../Lines.tsx';
import {mostSpoken} from '../sheet/say.ts';
import {type KeySource, type Store, SurroundingsContext, useDesk, useKeys, useMostScroll} from '../store.ts';
import {createTableView} from '../table/view.ts';
import {createStyles} from '../theme.ts';
import {createTranscript, type Transcript} from './transcript.ts';

type Props = {
  readonly store: Store;
  readonly keyboard: KeySource;
  readonly type: (text: string) => void;
};

// Nothing of it is drawn.
const styled = createStyles('monochrome', {colors: 0, background: undefined});
const noPage = {cite: () => '', setPage: () => {}};

export function ScreenReader({store, keyboard, type}: Props) {
  const transcript = useMemo(() => createTranscript(store, type), [store, type]);
  const surroundings = useMemo(
    () => ({store, keyboard, styled, page: noPage, table: createTableView()}),
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
  useMostScroll(mostSpoken);
  const {volume, lines} = useSyncExternalStore(transcript.subscribe, transcript.said);
  useEffect(() => transcript.open(), [transcript]);
  // Ink has written the lines, so the terminal can confirm that it took them.
  useEffect(() => {
    for (const told of transcript.takeTold()) store.send({type: 'questionSaid', ...told});
  });
  return (
    <Static key={volume} items={[...lines]}>
      {(line, index) => <Text key={index}>{line}</Text>}
    </Static>
  );
}

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

/** The dialog is part of the key: each dialog has its own cursor. */
function lineName(state: State): string | undefined {
  const line = openIn(state)?.line;
  return line && (line.field || state.overlay.kind);
}
