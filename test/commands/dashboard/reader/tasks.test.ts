import {describe, expect, it} from 'vitest';
import {strayBytes} from '../../../helpers/heard/ears.ts';
import {listenInRoom} from '../../../helpers/heard/room.ts';
import {hearSession, session} from '../../../helpers/heard/session.ts';
import {pressAll, tasks} from '../../../helpers/heard/tasks.ts';
import {startTestPaper, testStart} from '../../../helpers/paper.ts';

/** The session in parts that need nothing of each other, for most of it is waiting for polls; they go first. */
const ways: readonly (readonly [does: string, of: readonly number[]])[] = [
  ['opened and closed', [0, 1, 2, 4]],
  ['filled', [3]],
  ['UNKNOWN until it is resolved by hand', [5]],
  ['halted and quit', [6, 7]],
];

/**
 * What is done by who listens, and knows nothing of the program but its transcript. What was done is asked of
 * the service.
 */
describe.concurrent('a session in the screen reader mode', {timeout: 60_000}, () => {
  it.for(ways)('writes no byte that erases or moves the cursor: %s', async ([, of]) => {
    const gone = session.filter((_part, index) => of.includes(index));
    const {parts, written} = await hearSession(
      paper => listenInRoom(paper, {isDisplayVerified: false}),
      gone,
    );
    expect(parts).toHaveLength(of.length + 1);
    expect(strayBytes(written)).toEqual([]);
  });

  it.for(tasks)(
    'supports the task: $does',
    async ({start = testStart, holds, keys, proves}, {onTestFinished}) => {
      const paper = await startTestPaper({clock: 'real', start});
      onTestFinished(() => paper.close());
      await holds?.(paper);
      const room = await listenInRoom(paper);
      onTestFinished(() => room.end());
      await room.hear(/PAPER, [\s\S]*Row 1, BTC|Row 1, BTC[\s\S]*PAPER, /);
      await pressAll(room, keys);
      await proves(paper, room.said());
      expect(strayBytes(room.written())).toEqual([]);
    },
  );

  it('covers every part of the script', () => {
    expect(ways.flatMap(([, of]) => of).toSorted()).toEqual([...session.keys()]);
  });
});
