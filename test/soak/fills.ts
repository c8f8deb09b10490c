// A working order fills, in part or whole, while each of the panes is in view by turns: two polls later the
// fill has to be on every screen. Prints for each fill how long the pane in view took; fails by its exit code.
//
//   npm run soak -- fills [FILLS] [SEED]
import {rest} from '../helpers/holdings.ts';
import {startTestPaper, type TestPaper} from '../helpers/paper.ts';
import {type Program, startProgram} from '../helpers/program.ts';
import {createChance} from '../sim/chance.ts';

const [fills = 20, seed = 7] = process.argv.slice(2).map(Number);
/** That is the default, and what a person has. */
const refreshMs = 2_000;
/** From an answer to the picture on a busy machine, and for a key. */
const drawnMs = 500;

const pause = (ms: number) => new Promise(done => setTimeout(done, ms));

type Fill = {readonly isWhole: boolean; readonly filled: string};

const told = ({isWhole, filled}: Fill) =>
  isWhole ? /FILLED BUY/ : new RegExp(`PARTIALLY FILLED ${filled}/`);

/** What tells a fill on each pane, by the key of the pane; on the first two that is the last line. */
const tells: Readonly<Record<string, (fill: Fill) => RegExp>> = {
  1: told,
  2: told,
  3: ({isWhole, filled}) => (isWhole ? /No rows/ : new RegExp(`BUY .* ${filled} `)),
  4: ({filled}) => new RegExp(`BUY .* ${filled} `),
  5: ({isWhole, filled}) => new RegExp(`${isWhole ? ' FILLED' : 'PARTIALLY FILLED'} .* ${filled} @ 1`),
  6: ({filled}) => new RegExp(`\\+${filled} `),
};

/** The Portfolio below the rows of another pane does not count for that. */
function shows(screen: string, key: string, fill: Fill): boolean {
  const [rows = ''] = key === '6' ? [screen] : screen.split('── Portfolio');
  const lastLine = screen.split('\n').slice(-3).join('\n');
  return tells[key]?.(fill).test(`${rows}\n${lastLine}`) ?? false;
}

async function watchFill(number: number): Promise<boolean> {
  const chance = createChance(seed * 1_000 + number);
  const paper = await startTestPaper({clock: 'real', seed: seed + number});
  const program = startProgram({columns: 160, env: {OPTTY_BASE_URL: paper.origin, OPTTY_TOKEN: paper.token}});
  try {
    return await fillAndLook(number, paper, program, chance.is(0.5), chance.next() * refreshMs);
  } finally {
    await program.end();
    await paper.close();
  }
}

async function fillAndLook(
  number: number,
  paper: TestPaper,
  program: Program,
  isWhole: boolean,
  waitMs: number,
) {
  const {orderId} = await rest(paper, '0.37', '1');
  const inView = String(1 + (number % 6));
  await program.waitFor('3 Orders 1');
  program.press(inView);
  await pause(1_000 + waitMs);
  const filled = isWhole ? '0.37' : '0.21';
  const fill: Fill = {isWhole, filled};
  if (shows(program.screen(), inView, fill)) throw new Error(`Shown before:\n${program.screen()}`);
  const began = performance.now();
  await paper.call('POST', `/_paper/orders/${orderId}/fill`, isWhole ? {} : {size: filled});
  const shown = (key: string, ms: number) =>
    program
      .waitFor(screen => shows(screen, key, fill), ms)
      .then(
        () => true,
        () => false,
      );
  const isSeen = await shown(inView, 2 * refreshMs + drawnMs);
  const tookMs = performance.now() - began;
  await pause(Math.max(0, 2 * refreshMs - tookMs));
  const lacking = isSeen ? [] : [inView];
  for (const key of Object.keys(tells)) {
    program.press(key);
    if (!(await shown(key, drawnMs))) {
      lacking.push(key);
      process.stdout.write(`${program.screen()}\n`);
    }
  }
  const what = `${isWhole ? 'filled' : 'partly filled'} beside pane ${inView}`;
  const how = lacking.length === 0 ? 'on every screen' : `not on ${lacking.join(', ')}`;
  process.stdout.write(
    `${String(number + 1).padStart(3)}  ${what.padEnd(32)}${(tookMs / 1_000).toFixed(1)} s  ${how}\n`,
  );
  return lacking.length === 0;
}

let seen = 0;
for (let number = 0; number < fills; number++) if (await watchFill(number)) seen += 1;
process.stdout.write(`${seen} of ${fills} fills on every screen within two polls\n`);
if (seen < fills) process.exitCode = 1;
