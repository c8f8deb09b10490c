import {writeFileSync} from 'node:fs';
import {startTestPaper} from '../helpers/paper.ts';
import {act, confirmed, startProgram} from '../helpers/program.ts';
import {drawScreen} from '../helpers/svg.ts';

/** `npm run picture`: plays a minute with the built program and draws its real screen into docs/. */
const service = await startTestPaper({clock: 'real'});
const screen = startProgram({
  columns: 120,
  rows: 32,
  env: {OPTTY_BASE_URL: service.origin, OPTTY_TOKEN: service.token, COLORTERM: 'truecolor'},
});
await screen.waitFor('BTC above');
for (const amount of ['250', '1000']) {
  await act(screen, 'o', /Investment/, screen.waitFor);
  screen.press(amount);
  await screen.waitFor(new RegExp(`Investment +${amount}`));
  screen.press('\r');
  await screen.waitFor(confirmed);
  if (amount === '1000') break;
  await screen.confirm();
  await screen.waitFor(/OPEN(ING)? \(/);
  screen.press('jjjj');
}
await screen.waitFor(/Data \d+ s old · r /);
draw('review');
screen.press('\x1b');
await screen.waitFor('Enter review');
screen.press('\x1b');
await screen.waitFor(shown => !shown.includes('Enter review'));
// Trends show once a few polls saw prices move.
await screen.waitFor(/▁/, 60_000);
draw('dashboard');
await screen.end();
await service.close();

function draw(name: string) {
  writeFileSync(new URL(`../../docs/${name}.svg`, import.meta.url), drawScreen(screen.emulator));
}
