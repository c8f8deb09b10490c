import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {afterEach, describe, expect, it} from 'vitest';
import {journalOf} from '../commands/optty.ts';
import {rest} from '../helpers/holdings.ts';
import {startTestPaper, type TestPaper} from '../helpers/paper.ts';
import {eventually} from '../helpers/patience.ts';
import {act, calm, type Program, startProgram} from '../helpers/program.ts';

/** The built program in a real pseudo-terminal, against a real service over HTTP. */
let paper: TestPaper | undefined;
let program: Program | undefined;
let home: string | undefined;

afterEach(async () => {
  await program?.end();
  await paper?.close();
  if (home !== undefined) rmSync(home, {recursive: true, force: true});
  program = paper = home = undefined;
});

async function start(columns = 120, rows = 40, faults?: string) {
  const service = await startTestPaper({clock: 'real', faults});
  paper = service;
  const screen = startProgram({
    columns,
    rows,
    env: {OPTTY_BASE_URL: service.origin, OPTTY_TOKEN: service.token},
  });
  program = screen;
  await screen.waitFor('BTC above');
  return {service, screen};
}

const enter = '\r';

/** A service that is never reached, for its token is made by a program. */
function startWithToken(command: string): Program {
  home = mkdtempSync(join(tmpdir(), 'optty-e2e-'));
  mkdirSync(join(home, '.config/optty'), {recursive: true});
  const file = `[profiles.desk]\nbase_url = "https://127.0.0.1:1"\ntoken_command = ["sh", "-c", "${command}"]\n`;
  writeFileSync(join(home, '.config/optty/config.toml'), file);
  return startProgram({home, args: ['--profile', 'desk']});
}

describe('the title of the terminal', () => {
  it('shows PAPER, after it is proved, and the host, and is restored at the end', async () => {
    const {service, screen} = await start();
    const title = `\x1b]2;optty PAPER ${new URL(service.origin).host}\x07`;
    await screen.waitFor(() => screen.transcript.includes(title));
    screen.press('q');
    expect((await screen.exit).code).toBe(0);
    expect(screen.transcript.lastIndexOf('\x1b[23;0t')).toBeGreaterThan(screen.transcript.indexOf(title));
  });
});

describe('the halt', () => {
  it('is set by Ctrl-\\ during text input, which does not end the program', async () => {
    const {screen} = await start();
    screen.press('/');
    await screen.waitFor(/^ \//m);
    screen.press('und!');
    await screen.waitFor('und!');
    screen.press('\x1c');
    const halted = await screen.waitFor('HALTED: ');
    expect(halted).not.toContain('und!');
    screen.press('q');
    expect((await screen.exit).code).toBe(0);
  });

  it('is set by ! on a screen that is too small', async () => {
    const {screen} = await start();
    screen.resize(39, 9);
    await screen.waitFor('optty needs 40x10');
    screen.press('!');
    await screen.waitFor('HALTED. 39x9');
  });

  it('goes on without its terminal until NO ORDERS is confirmed', async () => {
    const {service, screen} = await start(120, 40, 'DELETE /v1/orders/*:status=503');
    await rest(service, '0.1', '5');
    screen.press('!');
    await screen.waitFor('HALTED: ');
    await act(screen, '!', /HALT: cancel all orders/, screen.waitFor);
    await screen.confirm();
    await screen.waitFor(/HALTING/);
    screen.hangUp();
    await service.call('PUT', '/_paper/faults', {faults: ''});
    expect((await screen.exit).code).toBeGreaterThan(0);
    expect((await service.call('GET', '/v1/orders')).json.total).toBe(0);
    home = screen.home;
    program = startProgram({
      home,
      env: {OPTTY_BASE_URL: service.origin, OPTTY_TOKEN: service.token},
    });
    await program.waitFor('HALTED, NO ORDERS');
  });
});

describe('the time before the service is reached', () => {
  it('lets the user quit while the token command still runs', async () => {
    program = startWithToken('sleep 600');
    await program.waitFor('optty');
    program.press('q');
    expect((await program.exit).code).toBe(0);
  });

  it('handles keys in order, including those that need Ink', async () => {
    program = startWithToken('sleep 600');
    await program.waitFor(() => program?.transcript.includes('\x1b[?1049h') ?? false);
    program.press('2');
    program.press('?');
    await program.waitFor('Shift-Tab');
    program.press('\x1b');
    await program.waitFor(/invested/);
  });

  it('reports a failed token command like any other configuration error', async () => {
    program = startWithToken('exit 3');
    expect((await program.exit).code).toBe(4);
    expect(program.transcript).toMatch(/optty: .*token_command/);
  });
});

describe('what happens while no optty runs', () => {
  it('is told at the next start, also of the first list that the dashboard reads', async () => {
    const service = await startTestPaper({clock: 'real'});
    paper = service;
    home = mkdtempSync(join(tmpdir(), 'optty-e2e-'));
    const config = join(home, 'config.toml');
    writeFileSync(config, '[profiles.a]\nstart_pane = "easy-options"\n', {mode: 0o600});
    const of = {OPTTY_BASE_URL: service.origin, OPTTY_TOKEN: service.token};
    const given = {home, env: {...of, OPTTY_CONFIG: config, OPTTY_PROFILE: 'a'}};
    program = startProgram(given);
    await program.waitFor('No rows.');
    const db = await eventually(
      () => new DatabaseSync(journalOf({folder: given.home}, service), {readOnly: true}),
    );
    await eventually(() => {
      const begun = db.prepare("SELECT id FROM events WHERE id GLOB 'floor:*'").all();
      expect(begun.map(({id}) => id)).toEqual(
        expect.arrayContaining(['floor:easy-options', 'floor:orders', 'floor:trades']),
      );
    });
    db.close();
    program.press('q');
    expect((await program.exit).code).toBe(0);
    await program.end();
    const [card] = (await service.call('GET', '/v1/easy-options/list')).json;
    await service.call('POST', '/v1/easy-options/open', {cardId: card.id, investmentAmount: 50});
    // One that is PENDING at the start is opened afterwards.
    await eventually(async () => {
      const {json} = await service.call('GET', '/v1/easy-options/search?pageNumber=0');
      expect(json.content).toMatchObject([{status: 'ACTIVE'}]);
    });
    program = startProgram(given);
    await program.waitFor('While you were away: 1 opened');
  });
});

describe('the dashboard', () => {
  it('opens and closes an Easy Option, places an order that fills and one that is canceled, by keyboard', async () => {
    const {service, screen} = await start();

    await act(screen, 'o', /Investment/, screen.waitFor);
    screen.press('250');
    await screen.waitFor(/Investment +250/);
    screen.press(enter);
    await screen.confirm();
    await screen.waitFor(/OPEN(ING|ED[^:]*): .*for 250/);
    const opened = await service.call('GET', '/v1/easy-options/search');
    expect(opened.json.content).toHaveLength(1);
    expect(String(opened.json.content[0].investmentAmount)).toBe('250');

    screen.press('2');
    await screen.waitFor(/ACTIVE/);
    screen.press('c');
    await screen.waitFor('Close the Easy Option');
    await screen.confirm();
    await screen.waitFor(/CLOSING: |CLOSED P.L/);
    const closed = await service.call('GET', '/v1/easy-options/search');
    expect(['CLOSING', 'CLOSED']).toContain(closed.json.content[0].status);

    await place(screen, () => '1', '3');
    screen.press('3');
    await screen.waitFor(/BUY +1 /);
    const resting = await service.call('GET', '/v1/orders');
    expect(resting.json.items.map((each: {price: number}) => String(each.price))).toEqual(['1']);
    screen.press('g');
    // Acting keys rest for 300 ms where a row took the place of another, and a person is no faster.
    await calm(400);
    await act(screen, 'x', /Cancel the order/, screen.waitFor);
    await screen.confirm();
    await screen.waitFor(/CANCELED: BUY 3/);
    const after = await service.call('GET', '/v1/orders');
    expect(after.json.items).toEqual([]);

    await place(screen, ask => String(2 * Math.ceil(ask)), '2');
    screen.press('4');
    const listed = await service.call('GET', '/v1/trades');
    await screen.waitFor(String(listed.json.items[0].orderId));
    // While one works, quitting asks.
    await screen.waitFor(/3 Orders 0/);

    screen.press('q');
    expect(await screen.exit).toEqual({code: 0, signal: undefined});
    // Some thirty screens are waited for, beside other tests.
  });
});

/** A limit order for the first card's option, at a price made from its ask. */
async function place(screen: Program, priceFor: (ask: number) => string, size: string) {
  screen.press('1');
  await screen.waitFor('BTC above');
  await act(screen, 'n', /New limit order/, screen.waitFor);
  const form = await screen.waitFor(/▌ Price +\d/);
  const price = priceFor(Number(/▌ Price +([\d.]+)/.exec(form)?.[1]));
  screen.press('\x7f'.repeat(12));
  await screen.waitFor('Type the price.');
  screen.press(price);
  await screen.waitFor(new RegExp(`▌ Price +${price.replace('.', '\\.')}`));
  screen.press('\t');
  await screen.waitFor(/▌ Size/);
  screen.press(size);
  await screen.waitFor(new RegExp(`▌ Size +${size}`));
  screen.press(enter);
  await screen.waitFor('Place a limit order');
  await screen.confirm();
  // What is newer may stand before it by then; the list of messages has them all.
  await act(screen, 'M', /Messages of this session/, screen.waitFor);
  await screen.waitFor(`BUY ${size} `);
  screen.press('\x1b');
  await screen.waitFor(shown => !shown.includes('Messages of this session'));
}
