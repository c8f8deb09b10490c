import {readFileSync, statSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:net';
import {dirname, join} from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import {commandTable} from '../../src/commands/line/table.ts';
import {home} from './optty.ts';

describe('optty --help', () => {
  it('names every command, variable and exit code', async () => {
    const {code, stdout} = await home().asked(['--help']);
    expect(code).toBe(0);
    for (const word of [
      ...commandTable.map(({name}) => name),
      'OPTTY_TOKEN',
      'NO_COLOR',
      'config.toml',
      '2 usage',
    ]) {
      expect(stdout).toContain(word);
    }
  });

  it.each(commandTable.map(({name}) => name))('shows the flags and an example of %s', async name => {
    const {code, stdout} = await home().asked([name, '--help']);
    expect(code).toBe(0);
    const entry = commandTable.find(each => each.name === name);
    for (const {long} of entry?.options ?? []) expect(stdout).toContain(`--${long}`);
    expect(stdout).toContain(`  optty ${name}`);
    expect(Math.max(...stdout.split('\n').map(line => line.length))).toBeLessThan(120);
  });
});

describe('the command line', () => {
  it('accepts the flags of the service before and after the command', async () => {
    const at = home('[profiles.a]\n[profiles.b]\nlabel = "Bee"\n');
    for (const args of [
      ['--profile', 'b', 'config', 'show'],
      ['config', 'show', '--profile', 'b'],
      ['config', '--profile=b', 'show'],
    ]) {
      expect((await at.asked(args)).stdout).toContain('label = "Bee"');
    }
  });

  it('prints the help of a command with optty help too', async () => {
    const {code, stdout} = await home().asked(['help', 'list']);
    expect([code, stdout]).toEqual([0, (await home().asked(['list', '--help'])).stdout]);
  });
});

it('optty --version prints only the version', async () => {
  const {version} = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  for (const args of [['--version'], ['-v'], ['list', '-v'].slice(1)]) {
    expect(await home().asked(args)).toEqual({code: 0, stdout: `${version}\n`, stderr: ''});
  }
});

describe('optty config', () => {
  it('init writes a commented file for its owner only, which changes nothing', async () => {
    const at = home();
    expect(await at.asked(['config', 'init'])).toEqual({code: 0, stdout: `${at.config}\n`, stderr: ''});
    expect(statSync(at.config).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(at.config)).mode & 0o777).toBe(0o700);
    const {stdout} = await at.asked(['config', 'show']);
    const {stdout: without} = await home().asked(['config', 'show']);
    const values = (text: string) =>
      text
        .split('\n')
        .filter(line => !/home|tmp/.test(line))
        .map(line => line.split('#')[0]?.trim());
    expect(values(stdout)).toEqual(values(without));
  });

  it('init never overwrites a file', async () => {
    const at = home('theme = "light"\n');
    const {code, stderr} = await at.asked(['config', 'init']);
    expect(code).toBe(1);
    expect(stderr).toContain('already exists and was not changed');
    expect(readFileSync(at.config, 'utf8')).toBe('theme = "light"\n');
  });

  it('init writes comments that are valid once uncommented', async () => {
    const at = home();
    await at.asked(['config', 'init']);
    const lines = readFileSync(at.config, 'utf8').split('\n');
    const settings = lines
      .map(line => line.replace(/^# (?=\[|"?[a-z_.]+"? = )/, ''))
      .filter(line => !line.startsWith('# token_command'));
    at.write(
      '.config/optty/config.toml',
      settings.filter(line => !line.startsWith('token_command')).join('\n'),
    );
    const {code, stdout, stderr} = await at.asked(['config', 'show']);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(stdout).toContain('guardrails.max_notional = "2000"');
  });

  it('path prints the path from the flag, the variable or the default', async () => {
    const at = home();
    expect((await at.asked(['config', 'path'])).stdout).toBe(`${at.config}\n`);
    expect((await at.asked(['config', 'path'], {XDG_CONFIG_HOME: '/xdg'})).stdout).toBe(
      '/xdg/optty/config.toml\n',
    );
    expect((await at.asked(['config', 'path'], {OPTTY_CONFIG: '/a.toml'})).stdout).toBe('/a.toml\n');
    expect(
      (await at.asked(['config', 'path', '--config', '~/b.toml'], {OPTTY_CONFIG: '/a.toml'})).stdout,
    ).toBe(`${at.folder}/b.toml\n`);
  });

  it('show prints the source of each value', async () => {
    const at = home('theme = "light"\n\n[profiles.live]\nbase_url = "https://trading.example.com"\n');
    const {stdout} = await at.asked(['config', 'show', '--refresh', '5', '--json'], {OPTTY_READ_ONLY: 'yes'});
    const shown = JSON.parse(stdout) as Record<string, {value: unknown; origin: string}>;
    expect(shown.theme).toEqual({value: 'light', origin: `${at.config}: theme`});
    expect(shown.base_url).toEqual({
      value: 'https://trading.example.com',
      origin: `${at.config}: profiles.live.base_url`,
    });
    expect(shown.refresh).toEqual({value: 5, origin: '--refresh'});
    expect(shown['limits.day_zone']).toMatchObject({origin: 'default'});
    expect(shown['guardrails.read_only']).toEqual({value: true, origin: 'OPTTY_READ_ONLY'});
    expect(shown.ascii).toEqual({value: '(not set)', origin: 'default'});
  });
});

describe('optty paper', () => {
  /** The running service, once it has printed where it is. */
  async function paper(args: readonly string[]) {
    const at = home();
    const {child, ended, said, prints} = at.start(['paper', '--port', '0', ...args]);
    const exit = ended.then(({code}) => code);
    await prints(/\n.*\n/);
    const env = Object.fromEntries(
      said.stdout
        .trimEnd()
        .split('\n')
        .map(line => line.split(/=(.*)/).slice(0, 2) as [string, string]),
    );
    return {child, exit, env};
  }

  it('serves other commands through the printed variables, and moves the market by its seed', async () => {
    const cards = async (seed: string) => {
      const {child, exit, env} = await paper(['--db', ':memory:', '--seed', seed, '--token', 'play']);
      expect(env.OPTTY_TOKEN).toBe('play');
      const {stdout} = await home().asked(['list', 'cards', '--json'], env);
      child.kill('SIGINT');
      expect(await exit).toBe(0);
      return (JSON.parse(stdout) as {title: string}[]).map(({title}) => title);
    };
    const [one, two] = await Promise.all([cards('1'), cards('2')]);
    expect(one).not.toEqual(two);
  });

  it('has one account per token, from a flag or a file, and another dialect if requested', async () => {
    const tokens = join(home().folder, 'tokens');
    writeFileSync(tokens, '# two of them\nalice=one\n\ntwo==\n');
    const {child, exit, env} = await paper([
      ...['--db', ':memory:', '--prefix', '/api', '--limit', '1/1', '--start', '2026-11-19T12:00:00Z'],
      ...['--token-file', tokens, '--token', 'the-bob=three'],
      ...['--dialect', 'search_dto=bracket,orders.page=p'],
      ...['--dialect', 'orders.page_size=limit,sort.cards=id+title'],
    ]);
    expect(env).toEqual({
      OPTTY_BASE_URL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/api$/),
      OPTTY_TOKEN: 'one',
      OPTTY_TOKEN_ALICE: 'one',
      OPTTY_TOKEN_ACCOUNT2: 'two==',
      OPTTY_TOKEN_THE_BOB: 'three',
    });
    const get = (path: string, token: string) =>
      fetch(`${env.OPTTY_BASE_URL}${path}`, {headers: {authorization: `Bearer ${token}`}});
    const list = await get('/v1/orders?limit=7&page=2', 'three');
    expect(await list.json()).toMatchObject({page: 1, pageSize: 7});
    expect((await get('/v1/easy-options/list?searchDto[sortByField]=type', 'two==')).status).toBe(400);
    expect(list.headers.get('date')).toMatch(/^Thu, 19 Nov 2026 12:/);
    // At once, so that a second more for each does not count on a slow machine.
    const answers = await Promise.all(Array.from({length: 100}, () => get('/v1/trades', 'one')));
    expect(answers.map(({status}) => status)).toContain(429);
    child.kill('SIGTERM');
    expect(await exit).toBe(0);
  });

  it('reports in one line why it cannot start', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void taken.close());
    await new Promise(resolve => taken.once('listening', resolve));
    const {port} = taken.address() as {port: number};
    const at = home();
    expect(await at.optty(['paper', '--port', String(port), '--db', ':memory:'])).toMatchObject({
      code: 1,
      stderr: `optty: Port ${port} is taken by another program; --port 0 takes a free one.\n`,
    });
    expect(await at.optty(['paper', '--port', '0', '--db', at.folder])).toMatchObject({
      code: 1,
      stderr: `optty: The ledger ${at.folder} cannot be opened; --db needs a paper service's file, or a new file in your own folder.\n`,
    });
  });
});
