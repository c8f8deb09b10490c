import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {describe, expect, it, onTestFinished} from 'vitest';
import {journalOf} from '../commands/optty.ts';
import {temporaryFolder} from '../helpers/folder.ts';
import {rest} from '../helpers/holdings.ts';
import {eventually} from '../helpers/patience.ts';
import {act, calm, type Program, startProgram} from '../helpers/program.ts';
import {open, place, startWithCards, startWithPaper} from './start.ts';

// The built program in a real pseudo-terminal, against a real service over HTTP.

/** A program that ends with the test. */
function startIn(home: string, given: Parameters<typeof startProgram>[0] = {}): Program {
  const program = startProgram({...given, home});
  onTestFinished(() => program.end());
  return program;
}

/** A service that is never reached, for its token is made by a program. */
function startWithToken(command: string): Program {
  const home = temporaryFolder();
  mkdirSync(join(home, '.config/optty'), {recursive: true});
  const file = `[profiles.desk]\nbase_url = "https://127.0.0.1:1"\ntoken_command = ["sh", "-c", "${command}"]\n`;
  writeFileSync(join(home, '.config/optty/config.toml'), file);
  return startIn(home, {args: ['--profile', 'desk']});
}

describe('the halt', () => {
  it('is set by Ctrl-\\ during text input, which does not end the program', async () => {
    const {screen} = await startWithCards();
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
    const {screen} = await startWithCards();
    screen.resize(39, 9);
    await screen.waitFor('optty needs 40x10');
    screen.press('!');
    await screen.waitFor('HALTED. 39x9');
    screen.resize(40, 10);
    await screen.waitFor(shown => shown.includes('BTC') && !shown.includes('Trades 0  5 Activity'));
  });

  it('refuses Ctrl-Z, and goes on without its terminal until NO ORDERS is confirmed', async () => {
    const home = temporaryFolder();
    const config = join(home, 'config.toml');
    writeFileSync(config, '[profiles.a.dialect]\nlist_lag = 1\n', {mode: 0o600});
    const {service, screen, env} = await startWithCards({
      ...{home, faults: 'DELETE /v1/orders/*:status=503'},
      env: {OPTTY_CONFIG: config, OPTTY_PROFILE: 'a'},
    });
    await rest(service, '0.1', '5');
    screen.press('!');
    await screen.waitFor('HALTED: ');
    await act(screen, '!', /HALT: cancel all orders/, screen.waitFor);
    await screen.confirm();
    await screen.waitFor(/HALTING/);
    screen.press('\x1a');
    await screen.waitFor('Not suspended: the halt is carried out here');
    screen.hangUp();
    await service.call('PUT', '/_paper/faults', {faults: ''});
    expect((await screen.exit).code).toBeGreaterThan(0);
    expect((await service.call('GET', '/v1/orders')).json.total).toBe(0);
    await startIn(home, {env}).waitFor('HALTED, NO ORDERS');
  });
});

describe('the time before the service is reached', () => {
  it('lets the user quit while the token command still runs', async () => {
    const program = startWithToken('sleep 600');
    await program.waitFor('optty');
    program.press('q');
    expect((await program.exit).code).toBe(0);
  });

  it('handles keys in order, including those that need Ink', async () => {
    const program = startWithToken('sleep 600');
    await program.waitFor(() => program.transcript.includes('\x1b[?1049h'));
    program.press('2');
    program.press('?');
    await program.waitFor('Shift-Tab');
    program.press('\x1b');
    await program.waitFor(/invested/);
  });

  it('shows that its token is refused, and never the token', async () => {
    const {screen} = await startWithPaper({env: {OPTTY_TOKEN: 'wrong-canary-token'}});
    await screen.waitFor(/401|credential|token/i);
    screen.press('q');
    expect((await screen.exit).code).toBe(0);
    expect(screen.transcript).not.toContain('canary');
  });

  it('reports a failed token command like any other configuration error', async () => {
    const program = startWithToken('exit 3');
    expect((await program.exit).code).toBe(4);
    expect(program.transcript).toMatch(/optty: .*token_command/);
  });
});

describe('what happens while no optty runs', () => {
  it('is told at the next start, also of the first list that the dashboard reads', async () => {
    const home = temporaryFolder();
    const config = join(home, 'config.toml');
    writeFileSync(config, '[profiles.a]\nstart_pane = "easy-options"\n', {mode: 0o600});
    const given = {home, env: {OPTTY_CONFIG: config, OPTTY_PROFILE: 'a'}};
    const {service, screen, env} = await startWithPaper(given);
    await screen.waitFor('No rows.');
    const db = await eventually(() => new DatabaseSync(journalOf({folder: home}, service), {readOnly: true}));
    await eventually(() => {
      const begun = db.prepare("SELECT id FROM events WHERE id GLOB 'floor:*'").all();
      expect(begun.map(({id}) => id)).toEqual(
        expect.arrayContaining(['floor:easy-options', 'floor:orders', 'floor:trades']),
      );
    });
    db.close();
    screen.press('q');
    expect((await screen.exit).code).toBe(0);
    const [card] = (await service.call('GET', '/v1/easy-options/list')).json;
    await service.call('POST', '/v1/easy-options/open', {cardId: card.id, investmentAmount: 50});
    // One that is PENDING at the start is opened afterwards.
    await eventually(async () => {
      const {json} = await service.call('GET', '/v1/easy-options/search?pageNumber=0');
      expect(json.content).toMatchObject([{status: 'ACTIVE'}]);
    });
    await startIn(home, {env}).waitFor('While you were away: 1 opened');
  });
});

describe('the dashboard', () => {
  it('opens and closes an Easy Option, places an order that fills and one that is canceled, by keyboard', async () => {
    const {service, screen} = await startWithCards();

    await open(screen, '250');
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

    await placed(screen, () => '1', '3');
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

    await placed(screen, ask => String(2 * Math.ceil(ask)), '2');
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

/** A limit order at a price made from the ask, until it is told. */
async function placed(screen: Program, priceFor: (ask: number) => string, size: string) {
  screen.press('1');
  await screen.waitFor('BTC above');
  await place(screen, size, priceFor);
  // What is newer may stand before it by then; the list of messages has them all.
  await act(screen, 'M', /Messages of this session/, screen.waitFor);
  await screen.waitFor(`BUY ${size} `);
  screen.press('\x1b');
  await screen.waitFor(shown => !shown.includes('Messages of this session'));
}
