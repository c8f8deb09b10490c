import {readdirSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, afterEach, beforeAll, beforeEach, expect, it} from 'vitest';
import {startTestPaper, type TestPaper} from '../helpers/paper.ts';
import {openPlace, type Place} from '../helpers/place.ts';
import {act, calm, type Program} from '../helpers/program.ts';

let paper: TestPaper;
let place: Place;
beforeAll(async () => {
  paper = await startTestPaper({clock: 'real'});
});
beforeEach(() => {
  place = openPlace();
});
afterEach(() => place.end());
afterAll(() => paper.close());

const start = (toml = '', args: string[] = []) =>
  place.start(toml, {args, env: {OPTTY_BASE_URL: paper.origin, OPTTY_TOKEN: paper.token}});

/** Recording begins behind the first picture. */
async function lookBack(screen: Program): Promise<string> {
  await screen.waitFor('BTC above');
  for (;;) {
    screen.press('b');
    const seen = await screen.waitFor(/NOW IS MOVING|Cannot look back/, 20_000);
    if (seen.includes('NOW IS MOVING')) return seen;
    screen.press('\x1b');
    await screen.waitFor(picture => !picture.includes('Cannot look back'));
  }
}

it('looks back while the dashboard continues, acts on nothing there, and returns to now on Esc', async () => {
  const screen = start();
  expect(await lookBack(screen)).toMatch(/^ REPLAY \d{4}-/);
  screen.press(']');
  await screen.waitFor(/ REPLAY .* PAPER [\s\S]*BTC above/);
  screen.press('o');
  await screen.waitFor('Actions do not work in the past');
  screen.resize(80, 24);
  await screen.waitFor(/^ REPLAY .*[\s\S]*NOW IS MOVING\n/);
  screen.press('\x1b');
  await screen.waitFor(picture => !picture.includes('REPLAY') && picture.includes('? help'));
  screen.resize(120, 40);
  // Keys that act rest for a moment.
  await calm(400);
  await act(screen, 'o', /Investment/, what => screen.waitFor(what));
});

it('explains that nothing is recorded if the configuration turns recording off', async () => {
  const screen = start('record = false\n');
  await screen.waitFor('BTC above');
  screen.press('b');
  await screen.waitFor('Cannot look back: record = false in the configuration.');
  expect(screen.screen()).not.toContain('REPLAY');
});

it('replays the session after its end, and changes nothing in the state folder', async () => {
  const screen = start();
  await lookBack(screen);
  screen.press('\x1b');
  await screen.waitFor(picture => !picture.includes('REPLAY'));
  screen.press('2');
  await screen.waitFor('No rows.');
  screen.press('q');
  await screen.exit;
  const before = stateFolder();

  const replayed = start('', ['replay', '--at', '-1s']);
  await replayed.waitFor(/^ REPLAY .*[\s\S]*paused/);
  replayed.press('\x1b[F');
  await replayed.waitFor('No rows.');
  for (const key of ['x', 'o', '!']) replayed.press(key);
  await replayed.waitFor('A replay sends nothing');
  // A key of the player may clear the message before a frame shows it.
  for (const key of ['\x1b[D', ' ', ' ']) replayed.press(key);
  replayed.press('\x1b[H');
  replayed.press(' ');
  await replayed.waitFor('BTC above');
  replayed.press('q');
  expect((await replayed.exit).code).toBe(0);
  expect(stateFolder()).toEqual(before);
});

/** Every file of it, and when it was written last. */
function stateFolder(): string[] {
  const folder = join(place.home, '.local/state/optty');
  return readdirSync(folder, {recursive: true, encoding: 'utf8'})
    .map(name => `${name} ${statSync(join(folder, name)).mtimeMs}`)
    .sort();
}
