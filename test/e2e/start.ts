import {onTestFinished} from 'vitest';
import {startTestPaper, testStart} from '../helpers/paper.ts';
import {act, type Program, startProgram} from '../helpers/program.ts';
import type {TerminalOptions} from '../helpers/terminal.ts';

/**
 * The program beside a paper service of its own; both end with the test. The market always starts at the same
 * time: by the wall clock, the first card is inactive in some weeks, and on some days its ask is below the
 * price of a resting order.
 */
export async function startWithPaper({
  faults,
  ...options
}: Partial<TerminalOptions> & {faults?: string | undefined} = {}) {
  const service = await startTestPaper({clock: 'real', start: testStart, faults}, onTestFinished);
  const env = {OPTTY_BASE_URL: service.origin, OPTTY_TOKEN: service.token, ...options.env};
  const screen = startProgram({...options, env});
  onTestFinished(() => screen.end());
  return {service, screen, env};
}

/** The same, once it shows the cards. */
export async function startWithCards(options: Parameters<typeof startWithPaper>[0] = {}) {
  const started = await startWithPaper(options);
  await started.screen.waitFor('BTC above');
  return started;
}

/** Opens an Easy Option from the first card, up to the confirmation. */
export async function open(screen: Program, amount: string) {
  await act(screen, 'o', /Investment/, screen.waitFor);
  screen.press(amount);
  await screen.waitFor(new RegExp(`Investment +${amount}`));
  screen.press('\r');
  await screen.confirm();
}

/** A limit order for the first card's option, at its ask or at a price made from it, up to the confirmation. */
export async function place(screen: Program, size: string, priceFor?: (ask: number) => string) {
  await act(screen, 'n', /New limit order/, screen.waitFor);
  const form = await screen.waitFor(/▌ Price +\d/);
  if (priceFor !== undefined) {
    const price = priceFor(Number(/▌ Price +([\d.]+)/.exec(form)?.[1]));
    screen.press('\x7f'.repeat(12));
    await screen.waitFor('Type the price.');
    screen.press(price);
    await screen.waitFor(new RegExp(`▌ Price +${price.replace('.', '\\.')}`));
  }
  screen.press('\t');
  await screen.waitFor(/▌ Size/);
  screen.press(size);
  await screen.waitFor(new RegExp(`▌ Size +${size}`));
  screen.press('\r');
  await screen.waitFor('Place a limit order');
  await screen.confirm();
}
