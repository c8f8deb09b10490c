import {writeFileSync} from 'node:fs';
import {startTestPaper, type TestPaper} from '../helpers/paper.ts';
import {act, confirmed, type Program, startProgram} from '../helpers/program.ts';
import {drawScreen, type Ground} from '../helpers/svg.ts';

/** `npm run docs -- pictures`: plays a minute with the built program and draws its real screen into docs/. */
const betweenMs = 20 * 60_000;
const amounts = [250, 400, 150, 1000, 120, 300, 80, 500, 200, 350, 600, 150];
/** What `trade` lets pass, so that the pictures are of now. */
const morningMs = (amounts.length + 1) * betweenMs;
const backgrounds: Readonly<Record<Ground, string>> = {
  dark: 'rgb:0000/0000/0000',
  light: 'rgb:ffff/ffff/ffff',
};

await draw('dark', '');
await draw('light', '-light');

async function draw(ground: Ground, ending: string) {
  const service = await startTestPaper({clock: 'real', start: Date.now() - morningMs});
  await trade(service);
  const screen = startProgram({
    columns: 120,
    rows: 28,
    traits: {background: backgrounds[ground]},
    env: {OPTTY_BASE_URL: service.origin, OPTTY_TOKEN: service.token},
  });
  const keep = (name: string) => keepPicture(screen, name + ending, ground);
  await screen.waitFor('BTC above');
  // All lists were read, so that every tab has its count.
  await screen.waitFor(/2 Easy Options \d+ +3 Orders \d+ +4 Trades \d/);
  screen.press('2');
  await screen.waitFor(/ACTIVE/);
  await act(screen, '\r', /│ option +\S/, screen.waitFor);
  screen.press('\x1b');
  await screen.waitFor(shown => !/│ option +\S/.test(shown));
  screen.press('6');
  await screen.waitFor(/the whole account/);
  screen.press('\x1b[B');
  await screen.waitFor(/▌ Easy expiry/);
  await keep('portfolio');
  screen.press('3');
  await screen.waitFor(/vs ask %/);
  await act(screen, 'n', /New limit order/, screen.waitFor);
  for (const [field, text] of [
    ['Price', '140'],
    ['Size', '0.5'],
  ] as const) {
    await screen.waitFor(new RegExp(`▌ ${field}`));
    screen.press(text);
    await screen.waitFor(new RegExp(`▌ ${field} +${text}`));
    screen.press('\t');
  }
  screen.press('\r');
  await screen.waitFor(confirmed);
  await screen.waitFor(/Quote \d+ s old · r /);
  // High enough for what a contract pays.
  screen.resize(120, 40);
  await screen.waitFor(/[S*] strike/);
  await keep('review');
  await screen.confirm();
  await screen.waitFor(/WORKING|FILLED/);
  await screen.end();
  await service.close();
}

async function keepPicture(screen: Program, name: string, ground: Ground) {
  await whole(screen);
  const file = new URL(`../../docs/${name}.svg`, import.meta.url);
  writeFileSync(file, drawScreen(screen.emulator, ground));
}

/** What arrives in pieces is all there once nothing more came for a moment. */
async function whole(screen: Program) {
  for (let before = -1; before !== screen.bytes; ) {
    before = screen.bytes;
    await new Promise(resolve => setTimeout(resolve, 150));
  }
}

/** A morning's trading: Easy Options of several cards, some closed since, and orders that rest. */
async function trade({call, serviceClock}: TestPaper) {
  const active = await activeCards(call);
  for (const [index, amount] of amounts.entries()) {
    const card = active[index];
    await call('POST', '/v1/easy-options/open', {cardId: card?.id, investmentAmount: amount});
    serviceClock.advance(betweenMs);
  }
  const opened: {id: string}[] = (await call('GET', '/v1/easy-options/search')).json.content;
  for (const index of [7, 9, 10]) await call('POST', `/v1/easy-options/${opened[index]?.id}/close`);
  serviceClock.advance(betweenMs);
  for (const [index, card] of (await activeCards(call)).slice(0, 5).entries())
    await call('POST', '/v1/orders', {
      idempotencyKey: `order-${index}`,
      symbol: card.currentOptionSymbol,
      price: String(Number((card.currentAskPrice * (0.97 - index / 100)).toPrecision(3))),
      size: `0.${index + 1}`,
      side: 'BUY',
      orderType: 'LIMIT',
    });
}

type Card = {id: string; currentAskPrice: number; currentOptionSymbol: string};

async function activeCards(call: TestPaper['call']): Promise<Card[]> {
  const {json} = await call('GET', '/v1/easy-options/list');
  return json.filter((each: {active: boolean}) => each.active);
}
