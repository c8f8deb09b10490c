import {describe, expect, it} from 'vitest';
import {strayBytes} from '../../../helpers/heard/ears.ts';
import {listenInRoom} from '../../../helpers/heard/room.ts';
import {pressAll, tasks} from '../../../helpers/heard/tasks.ts';
import {startTestPaper, testStart} from '../../../helpers/paper.ts';

/**
 * What is done by who listens, and knows nothing of the program but its transcript. What was done is asked of
 * the service.
 */
describe.concurrent('a session in the screen reader mode', () => {
  it.for(tasks)('supports the task: $does', async ({holds, keys, proves}, {onTestFinished}) => {
    const paper = await startTestPaper({clock: 'real', start: testStart});
    onTestFinished(() => paper.close());
    await holds?.(paper);
    const room = await listenInRoom(paper);
    onTestFinished(() => room.end());
    await room.hear(/PAPER, [\s\S]*Row 1, BTC|Row 1, BTC[\s\S]*PAPER, /);
    await pressAll(room, keys);
    await proves(paper, room.said());
    expect(strayBytes(room.written())).toEqual([]);
  });
});
