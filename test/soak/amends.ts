// Amends on lists that lag by 0, 1, 5 and 120 s, in the simulation: its clock is virtual, the program is the
// shipping one, and orders fill before, during and after the cancel, while requests, journal and processes
// fail. No new order is placed twice for one cancel, none while the old one is open, and both fill no more
// than the review said. Fails by its exit code.
//
//   npm run soak -- amends [COUNT [SEED]]
import {availableParallelism} from 'node:os';
import {addEnds, type Block, inBlocks} from '../sim/blocks.ts';

const lagsMs = [0, 1_000, 5_000, 120_000];
const [count = 9_000, first = 1] = process.argv.slice(2).map(Number);
const each = Math.ceil(count / lagsMs.length);
const blockSize = 25;

for (const lagMs of lagsMs) {
  const ends: Record<string, number> = {};
  const broken: number[] = [];
  let seed = first;
  const sumOf = (start: string) =>
    Object.entries(ends).reduce((sum, [name, number]) => sum + (name.startsWith(start) ? number : 0), 0);
  const blocks = function* (): Generator<Block> {
    for (; sumOf('cancel of an amend') < each; seed += blockSize)
      yield {first: seed, runs: blockSize, isSearch: false, amendLagMs: lagMs};
  };
  await inBlocks(availableParallelism(), blocks(), report => {
    addEnds(ends, report.ends);
    for (const {seed: at, breaches} of report.broken) {
      broken.push(at);
      console.log(`seed ${at}: ${breaches.join('\n  ')}`);
    }
  });
  const [amends, placed] = [sumOf('cancel of an amend'), sumOf('place after a cancel')];
  const done = sumOf('place after a cancel CONFIRMED');
  console.log(
    `lag ${lagMs / 1_000} s, seeds ${first} to ${seed - 1}: ${amends} amends, ${placed} orders after a cancel, ` +
      `${done} of them CONFIRMED, ${broken.length} scenarios broken`,
  );
  if (broken.length > 0) process.exitCode = 1;
}
