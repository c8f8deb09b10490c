import {existsSync, mkdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import {packedRecording} from '../../../src/desk/recorder/file/frames.ts';
import {readRecording} from '../../../src/desk/recorder/file/opened.ts';
import {entriesOf, sessionOf} from '../../desk/recorder/redact/sessions.ts';
import {startProgram} from '../../helpers/program.ts';
import {type Home, home} from '../optty.ts';

const session = sessionOf({
  seed: 7,
  steps: 150,
  mostRows: 12,
  settings: {host: 'trading.example', account: 'savings'},
});
const told = session.msgs.flatMap(msg => (msg.type === 'arrived' ? msg.answer.rows : []));

/** A home in which a session was recorded. */
function withSession(): Home {
  const here = home();
  const entries = entriesOf(session, {
    ...{version: '0.1.0', schema: '', profile: 'mine', host: 'trading.example', pid: 12, zone: 'UTC'},
  });
  const folder = join(here.folder, '.local/state/optty/recordings');
  mkdirSync(folder, {recursive: true, mode: 0o700});
  writeFileSync(join(folder, '20261121T000000.000Z-12.optty'), packedRecording(entries), {mode: 0o600});
  return here;
}

describe('optty report', () => {
  it('says that nothing is recorded', async () => {
    const {code, stderr} = await home().optty(['report']);
    expect(code).toBe(3);
    expect(stderr).toMatch(/no session is recorded/);
  });

  it('writes a redacted recording that only its owner can read, without account names', async () => {
    const here = withSession();
    const file = join(here.folder, 'fault.optty');
    const {code, stdout} = await here.optty(['report', '--yes', '-o', file]);
    expect({code, stdout}).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^A redacted recording of /),
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const {began, segments} = readRecording(file);
    expect(began).toMatchObject({isRedacted: true, version: '0.1.0'});
    const [snapshot, ...msgs] = segments.flatMap(each => each.entries());
    expect(msgs).toHaveLength(session.msgs.length);
    expect(snapshot).toMatchObject({type: 'snapshot', state: {pane: session.first.pane}});
    const replayed = await here.optty(['replay', file, '--print']);
    expect(replayed).toMatchObject({code: 0, stdout: expect.stringMatching(/^.*REPLAY/)});
    const {stdout: printed} = await here.optty(['report', '--print']);
    expect(printed.split('\n').length).toBe(session.msgs.length + 3);
    expect(printed).not.toMatch(/trading\.example|savings|"mine"/);
    expect(told.length).toBeGreaterThan(5);
  });

  it('says what it replaces and what stays', async () => {
    const here = withSession();
    const written = (name: string, ...flags: string[]) =>
      here.optty(['report', '--yes', '-o', join(here.folder, name), ...flags]);
    const {stdout} = await written('a.optty');
    expect(stdout).toMatch(/: \d+ messages, \d+ KiB\./);
    expect(stdout).toMatch(/\d names of hosts, accounts and profiles\n.*\d ids\n/);
    expect(stdout).toMatch(
      /Not replaced: symbols, .* prices, sizes and amounts \(--hide-amounts replaces them\)/,
    );
    const hidden = await written('b.optty', '--hide-amounts');
    expect(hidden.stdout).toMatch(
      /\d prices, sizes and amounts\nNot replaced: symbols, statuses, sides, times, columns/,
    );
    const pricesIn = (name: string) =>
      readRecording(join(here.folder, name))
        .segments.flatMap(each => each.entries())
        .flatMap(each => (each.type === 'msg' && each.msg.type === 'arrived' ? each.msg.answer.rows : []))
        .flatMap(row => ('currentAskPrice' in row ? [row.currentAskPrice] : []));
    const prices = told.flatMap(row => ('currentAskPrice' in row ? [row.currentAskPrice] : []));
    expect(pricesIn('a.optty')).toEqual(prices);
    expect(pricesIn('b.optty').filter(price => prices.includes(price))).toEqual([]);
  });

  it('includes the requested minutes, up to a time', async () => {
    const here = withSession();
    const file = join(here.folder, 'short.optty');
    const at = new Date(session.msgs[80]?.now.wall ?? 0);
    const minutes = '0.1';
    const {code} = await here.optty(
      ['report', '--yes', '-o', file, '--minutes', minutes, '--at', at.toISOString().slice(11, 19)],
      {TZ: 'UTC'},
    );
    expect(code).toBe(0);
    const {from, to} = readRecording(file);
    const end = Math.floor(at.getTime() / 1_000) * 1_000;
    expect(to).toBeLessThanOrEqual(end + 1_000);
    expect(from).toBeGreaterThan(end - 8_000);
  });

  it('overwrites no file, and redacts no recording twice', async () => {
    const here = withSession();
    const file = join(here.folder, 'once.optty');
    await here.optty(['report', '--yes', '-o', file]);
    const before = readFileSync(file);
    const again = await here.optty(['report', '--yes', '-o', file]);
    expect(again).toMatchObject({code: 1, stderr: expect.stringMatching(/already exists/)});
    expect(readFileSync(file).equals(before)).toBe(true);
    const twice = await here.optty(['report', file, '--yes', '-o', join(here.folder, 'twice.optty')]);
    expect(twice).toMatchObject({code: 1, stderr: expect.stringMatching(/is redacted already/)});
  });

  it('asks no question without a terminal', async () => {
    const here = withSession();
    const file = join(here.folder, 'unasked.optty');
    const {code, stderr} = await here.optty(['report', '-o', file]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/--yes writes the file, --print shows it/);
    expect(existsSync(file)).toBe(false);
  });

  it('refuses invalid minutes', async () => {
    const {code, stderr} = await withSession().optty(['report', '--minutes', 'ten']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/--minutes/);
  });

  it.each([
    ['y', true],
    ['n', false],
    ['', false],
  ])('asks on a terminal, and accepts %j as an answer', async (answer, isWritten) => {
    const here = withSession();
    const file = join(here.folder, 'asked.optty');
    const terminal = startProgram({home: here.folder, args: ['report', '-o', file]});
    onTestFinished(() => terminal.end());
    await terminal.waitFor(/Write it to .*\[y\/N\]/s);
    terminal.press(`${answer}\r`);
    await terminal.waitFor(isWritten ? /Written to/ : /Nothing was written/);
    expect(existsSync(file)).toBe(isWritten);
  });
});
