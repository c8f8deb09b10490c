import {render} from 'ink-testing-library';
import {StrictMode} from 'react';
import {describe, expect, it} from 'vitest';
import {defaultGuardrails, noLimits, themes} from '../../src/account/model/vocabulary.ts';
import {createDesk, type Desk} from '../../src/desk/desk.ts';
import type {StyledLine} from '../../src/term/screen/cells.ts';
import {Page} from '../../src/term/screen/ink.ts';
import {App} from '../../src/ui/App.tsx';
import {textOf} from '../../src/ui/format.ts';
import {at, card, emptyDesk, filledDesk} from './helpers/sample.ts';
import {show, turn} from './helpers/screen.tsx';

describe('drawing', () => {
  it('does not happen if a poll or a tick changes nothing visible', async () => {
    const screen = show(filledDesk(120, 40));
    screen.advance(1_000);
    screen.desk.send({type: 'tick'});
    await turn();
    const before = screen.frame();
    const frames = screen.frames();
    screen.desk.send({type: 'ran', action: 'refresh'});
    const rows = screen.desk.getState().feeds.cards.rows.map(row => ({...row}));
    screen.arrive('cards', rows, {isLast: false});
    screen.advance(1_000);
    screen.desk.send({type: 'tick'});
    await turn();
    expect(screen.frame()).toBe(before);
    expect(screen.frames()).toBe(frames);
  });

  it('happens once per key', async () => {
    const screen = show(filledDesk(120, 40));
    const before = screen.picture();
    const frames = screen.frames();
    await screen.press('j');
    expect(screen.picture()).not.toBe(before);
    expect(screen.frames()).toBe(frames + 1);
    await screen.press('k');
    expect(screen.picture()).toBe(before);
    expect(screen.frames()).toBe(frames + 2);
  });

  it('keeps the visible rows in place while a dialog covers them', async () => {
    const screen = show(filledDesk(80, 16, 40));
    await screen.press('G', 'k', 'k');
    const before = screen.picture();
    await screen.press('?', 'escape');
    expect(screen.picture()).toBe(before);
  });

  it('reports a screen that is too small, and comes back later', async () => {
    const screen = show(filledDesk(39, 9));
    await turn();
    expect(screen.picture().trimEnd()).toBe('39x9: optty needs 40x10. q quits, !\nhalts.');
    await screen.press('!');
    expect(screen.picture().trimEnd()).toBe('HALTED. 39x9: optty needs 40x10. q\nquits.');
    screen.desk.send({type: 'resized', columns: 80, rows: 24});
    await turn();
    expect(screen.picture()).toContain('1 Cards 12');
  });

  it('replaces hostile text of the service with visible characters', async () => {
    const screen = show(emptyDesk(80, 24));
    const title = 'a\u001b]52;c;aGk=\u0007\u202eb\u0000\u200b\nc';
    screen.arrive('cards', [card(0, {title, underlying: '\u001b[2J'})]);
    await turn();
    // Ink is given nothing but text, styles and line ends.
    expect(screen.frame().replace(/\u001b\[[\d;]*m/g, '')).not.toMatch(
      /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e\u200b]/,
    );
    expect(screen.picture().split('\n')).toHaveLength(24);
  });
});

describe('the header', () => {
  it('shows PAPER only if the service proved it', async () => {
    const state = filledDesk(80, 24);
    const screen = show({...state, link: {...state.link, venue: undefined}});
    await turn();
    expect(screen.picture()).toContain('CONNECTING');
    expect(screen.picture()).not.toContain('PAPER');
  });

  it.each([
    ['credentials', 'NO ACCESS'],
    ['refused', 'REJECTED'],
    ['link', 'NO LINK'],
    ['shape', 'NOT UNDERSTOOD'],
    ['rate', 'RATE LIMITED'],
  ] as const)('shows what prevents the first answer: %s', async (kind, words) => {
    const screen = show(emptyDesk(80, 24));
    const request = screen.desk.getState().feeds.cards.fetching ?? 0;
    screen.desk.send({type: 'failed', pane: 'cards', request, fault: {kind, text: 'no'}});
    await turn();
    expect(screen.picture()).toContain(` ${words} `);
    expect(screen.picture()).not.toContain('CONNECTING');
  });
});

describe('a form', () => {
  const pasted = (text: string) => `\u001b[200~${text}\u001b[201~`;

  it.each([
    ['inserts letters at the cursor', ['o', ...'125', 'left', 'left', '0'], / Investment +1025\n/],
    ['inserts a paste as a whole', ['o', ...'125', 'left', pasted('77')], / Investment +12775\n/],
    [
      'ignores the letter of a key with Ctrl or Alt',
      ['o', '5', '\u000b', '\u001bf', 'ctrl+l'],
      / Investment +5\n/,
    ],
    [
      'takes an amount with spaces and separators',
      ['o', pasted(' 12,500 ')],
      /▌ Investment +12,500 +sends 12500\n/,
    ],
    ['keeps a prefilled value on an arrow key', ['n', 'left', 'left', '9'], /▌ Price +12\.090\n/],
    ['clears a prefilled value on Backspace', ['n', 'tab', 'shift+tab', 'backspace', '7'], /▌ Price +7\n/],
  ] as const)('%s', async (_, keys, drawn) => {
    const screen = show(filledDesk(80, 24));
    await screen.press(...keys);
    expect(screen.picture()).toMatch(drawn);
  });

  it('replaces a prefilled value by typing, even if keys arrive together', async () => {
    const screen = show(filledDesk(80, 24));
    await screen.press('n');
    const price = () => /▌ Price +(\S*)/.exec(screen.picture())?.[1];
    expect(price()).toBe('12.00');
    screen.feed(Buffer.from('4000'));
    for (let key = 0; key < 4; key++) await turn();
    expect(price()).toBe('4000');
  });

  it('marks the value that a key would replace', async () => {
    const screen = show(filledDesk(80, 24));
    await screen.press('n');
    expect(screen.frame()).toMatch(/Price\S* +\u001b\[\S*7m12\.00\u001b/);
    await screen.press('left');
    expect(screen.frame()).not.toMatch(/7m12\.00/);
  });

  it('shows the limits of the profile in advance', async () => {
    const state = filledDesk(80, 24);
    const guardrails = {
      ...defaultGuardrails,
      maxInvestment: '1000',
      maxNotional: '2500',
      allowedUnderlyings: ['BTC', 'ETH'],
    };
    const screen = show({...state, settings: {...state.settings, guardrails}});
    await screen.press('o');
    expect(screen.picture()).toContain(' max 1,000 per Easy Option\n');
    await screen.press('escape', 'n');
    expect(screen.picture()).toContain(' max 2,500 per order, BTC, ETH only\n');
    await screen.press(...'2k', 'tab', ...'2');
    expect(screen.picture()).toMatch(/▌ Size +2\n +! Notional 4,000 exceeds max 2,500:/);
    await screen.press('escape', '?', 'G', 'end');
    for (const limit of ['max 1,000 per Easy Option', 'max 2,500 per order', 'BTC, ETH only'])
      expect(screen.picture()).toContain(`This profile: ${limit}`);
  });

  it.each([40, 80])('shows the full reason of a limit on %s columns', async columns => {
    const state = filledDesk(columns, 24);
    const settings = {...state.settings, limits: {...noLimits, maxWritesPerMinute: 1}};
    const standing = {pending: [], writes: [state.now.wall], zone: 'UTC'};
    const screen = show({...state, settings, limits: {...state.limits, standing}});
    await screen.press('o', ...'25');
    expect(screen.picture().replaceAll(/\s+/g, ' ')).toContain(
      '1 of 1 openings and orders in the last minute. Next in 60 s. Reducing orders pass: close a position.',
    );
  });
});

it('a filter from the configuration is offered by its name', async () => {
  const screen = show(filledDesk(80, 24));
  await screen.press('2', '/', ...'@mne');
  expect(screen.picture()).toContain('@mine?');
  await screen.press('backspace', 'backspace', ...'ine');
  expect(screen.picture()).toContain('Enter: status:ACTIVE qty:1..');
});

it.each(themes)('a theme shows the same text as the others without its colours: %s', async theme => {
  const screen = show(filledDesk(120, 40, 12, {theme}));
  await turn();
  const other = show(filledDesk(120, 40, 12, {theme: 'monochrome'}));
  await turn();
  expect(screen.picture()).toBe(other.picture());
  expect(/\u001b\[[\d;]*38;5/.test(screen.frame())).toBe(theme !== 'monochrome');
});

it('draws itself in any Ink output that places its lines', async () => {
  const desk: Desk = createDesk({state: filledDesk(100, 24), carryOut: () => {}, clock: () => at(0)});
  let lines: readonly StyledLine[] = [];
  const page = new Page(frame => {
    lines = frame;
  });
  const app = render(<StrictMode />);
  app.rerender(
    <StrictMode>
      <App desk={desk} keyboard={{current: undefined}} page={page} />
    </StrictMode>,
  );
  const picture = () => {
    page.write(app.lastFrame() ?? '');
    return lines.map(textOf).join('\n');
  };
  expect(picture()).toContain(' 1 Cards 12');
  desk.send({type: 'ran', action: 'open'});
  await turn();
  app.stdin.write('7');
  await turn();
  expect(picture()).toMatch(/Investment +7/);
  app.unmount();
});
