import {readFileSync} from 'node:fs';
import {expect, it, onTestFinished} from 'vitest';
import {strayBytes} from '../helpers/heard/ears.ts';
import {opening, pressAll, silent, type} from '../helpers/heard/session.ts';
import {startListening} from '../helpers/listener.ts';
import {startTestPaper, testStart} from '../helpers/paper.ts';

/** The built program in a pseudo-terminal, in real time: 150 ms a word, as a person hears them. */
it('a review is confirmed by its spoken key', async () => {
  const paper = await startTestPaper({clock: 'real', start: testStart}, onTestFinished);
  const listener = startListening({env: {OPTTY_BASE_URL: paper.origin, OPTTY_TOKEN: paper.token}});
  onTestFinished(() => listener.end());
  await listener.hear(/PAPER, [\s\S]*Row 1, BTC|Row 1, BTC[\s\S]*PAPER, /);
  await pressAll(listener, [['o', /Investment, empty/], ...type('50')]);
  await listener.press('\r', /to open 50\.\n/);
  const question = listener.said().slice(listener.said().lastIndexOf('Open an Easy Option.\n'));
  expect(question).toMatch(/Press y to open 50\.\n$/);
  await listener.confirm(/OPEN(?:ING|ED)/);
  await listener.press('q', silent);
  expect(strayBytes(listener.written())).toEqual([]);
});

it('the session in the document was really spoken: each key has the documented words', () => {
  const text = readFileSync(new URL('../../docs/listening.md', import.meta.url), 'utf8');
  const {does, keys, says} = opening;
  const said = `${text.split(`${does}\n\n\`\`\`text\n`)[1]?.split('```')[0]}`;
  for (const [, what] of keys) expect(said).toMatch(what);
  expect(said).toMatch(says);
});
