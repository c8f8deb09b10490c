import fc from 'fast-check';
import {expect, it} from 'vitest';
import {cases} from '../helpers/cases.ts';
import {filledDesk} from './helpers/sample.ts';
import {withUnknown} from './helpers/scenes.ts';
import {show, turn} from './helpers/screen.tsx';

/** Bytes as a broken line brings them: any, and more of those that begin something. */
const noise = fc
  .array(
    fc.oneof(
      {weight: 4, arbitrary: fc.integer({min: 0, max: 255}).map(byte => [byte])},
      {
        weight: 2,
        arbitrary: fc
          .constantFrom('\x1b', '\x1b[', '\x1b]', '\x1bP', '\x1bO', '\x1b[200~', '\x1b[M', '\x9b', '\x1b_')
          .map(start => [...Buffer.from(start, 'latin1')]),
      },
      {
        weight: 3,
        arbitrary: fc
          .constantFrom(...'123456popsaenHR:/?!Mb\r\t', '\x1b[27u', '\x1b[A')
          .map(key => [...Buffer.from(key, 'latin1')]),
      },
    ),
    {minLength: 1, maxLength: 300},
  )
  .map(parts => parts.flat());

it('two Ctrl-C end the program after any input', async () => {
  await fc.assert(
    fc.asyncProperty(
      noise,
      fc.boolean(),
      fc.array(fc.nat(400), {maxLength: 6}),
      async (bytes, isUnknown, cuts) => {
        const state = filledDesk(120, 40);
        const shown = show(isUnknown ? withUnknown(state) : state);
        const ends = [...cuts.filter(cut => cut < bytes.length).sort((a, b) => a - b), bytes.length];
        let from = 0;
        for (const to of ends) {
          shown.feed(Buffer.from(bytes.slice(from, to)));
          from = to;
          await turn();
        }
        for (let press = 0; press < 2; press++) {
          shown.feed(Buffer.from('\x03'));
          await turn();
        }
        const hasQuit = shown.commands.some(each => each.type === 'quit');
        const {overlay} = shown.desk.getState();
        shown.unmount();
        expect(hasQuit, JSON.stringify({overlay, bytes: Buffer.from(bytes).toString('latin1')})).toBe(true);
      },
    ),
    {seed: 20261121, numRuns: cases(32, 2_000)},
  );
});
