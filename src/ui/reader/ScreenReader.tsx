import {Box, Static, Text} from 'ink';
import {useEffect, useMemo, useSyncExternalStore} from 'react';
import {unlessSame} from '../../account/once.ts';
import type {Desk} from '../../desk/desk.ts';
import {openIn} from '../../desk/dialogs/index.ts';
import {tableRows} from '../../desk/screen.ts';
import type {State} from '../../desk/state.ts';
import {DeskProvider, listDrawn, useDesk, useReport} from '../desk.tsx';
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

const tellList = (state: State) => listDrawn(state, {page: tableRows(state), most: mostSpoken(state)});

function Spoken({desk, keyboard, type}: Props) {
  const transcript = useMemo(() => createTranscript(desk, type), [desk, type]);
  useKeys(keyboard);
  useReport(tellList);
  const lines = useSyncExternalStore(transcript.subscribe, transcript.said);
  useEffect(() => transcript.open(), [transcript]);
  // Ink has written the lines, so the terminal can confirm that it took them.
  useEffect(() => {
    for (const question of transcript.takeQuestions()) desk.send({type: 'questionSaid', ...question});
  });
  return <Static items={[...lines]}>{(line, index) => <Text key={index}>{line}</Text>}</Static>;
}

function Typing() {
  const {name, ...field} = useDesk(lineTyped, unlessSame);
  if (name === undefined) return null;
  return (
    <Box display="none">
      <TextField name={name} columns={80} {...field} key={name} />
    </Box>
  );
}

/** The dialog is part of the name: each dialog has its own cursor. */
function lineTyped(state: State) {
  const line = openIn(state)?.line;
  const name = line && (line.field || state.overlay.kind);
  return {name, value: line?.text ?? '', isMarked: isMarked(state)};
}
