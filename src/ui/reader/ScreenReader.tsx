import {Box, Static, Text} from 'ink';
import {useEffect, useMemo, useSyncExternalStore} from 'react';
import type {Desk} from '../../desk/desk.ts';
import {openIn} from '../../desk/dialogs/index.ts';
import type {State} from '../../desk/state.ts';
import {DeskProvider, scrollMeasured, useDesk, useReport} from '../desk.tsx';
import {TextField} from '../dialog/TextField.tsx';
import {type KeySource, useKeys} from '../useKeys.ts';
import {isMarked, mostSpoken} from './dialog-words.ts';
import {createTranscript} from './transcript.ts';

type Props = {
  readonly desk: Desk;
  readonly keyboard: KeySource;
  readonly type: (text: string) => void;
};

/** Nothing is drawn. */
const NoLeaf = () => null;

export function ScreenReader({desk, keyboard, type}: Props) {
  return (
    <DeskProvider desk={desk} Leaf={NoLeaf}>
      <Spoken desk={desk} keyboard={keyboard} type={type} />
      <Typing />
    </DeskProvider>
  );
}

const tellScroll = scrollMeasured(mostSpoken);

function Spoken({desk, keyboard, type}: Props) {
  const transcript = useMemo(() => createTranscript(desk, type), [desk, type]);
  useKeys(keyboard);
  useReport(tellScroll);
  const lines = useSyncExternalStore(transcript.subscribe, transcript.said);
  useEffect(() => transcript.open(), [transcript]);
  // Ink has written the lines, so the terminal can confirm that it took them.
  useEffect(() => {
    for (const question of transcript.takeQuestions()) desk.send({type: 'questionSaid', ...question});
  });
  return <Static items={[...lines]}>{(line, index) => <Text key={index}>{line}</Text>}</Static>;
}

function Typing() {
  const field = useDesk(lineName);
  const text = useDesk(state => openIn(state)?.line?.text ?? '');
  const isSelected = useDesk(isMarked);
  if (field === undefined) return null;
  return (
    <Box display="none">
      <TextField name={field} value={text} columns={80} isMarked={isSelected} key={field} />
    </Box>
  );
}

/** The dialog is part of the key: each dialog has its own cursor. */
function lineName(state: State): string | undefined {
  const line = openIn(state)?.line;
  return line && (line.field || state.overlay.kind);
}
