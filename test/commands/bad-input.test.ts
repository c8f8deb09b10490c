import {mkdirSync} from 'node:fs';
import {dirname} from 'node:path';
import {describe, expect, it} from 'vitest';
import {home} from './optty.ts';

/** Whatever is wrong, one or two sentences on standard error, no stack, and its exit code. */
async function refused(
  args: readonly string[],
  toml?: string,
  env: Record<string, string> = {},
  exitCode = 2,
) {
  const at = home(toml);
  const {code, stdout, stderr} = await at.asked(args, env);
  expect(code).toBe(exitCode);
  expect(stdout).toBe('');
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(stderr).not.toContain('canary');
  return stderr.replaceAll(at.config, 'config.toml');
}

describe('a configuration file', () => {
  it('may be missing or empty', async () => {
    for (const at of [home(), home(''), home('# nothing\n')]) {
      const {code, stdout} = await at.asked(['config', 'show']);
      expect(code).toBe(0);
      expect(stdout).toContain('base_url = "(embedded paper service)"');
    }
  });

  it('must exist if it is named', async () => {
    const text = 'optty: /nowhere/config.toml: there is no such file. optty config init writes one.\n';
    expect(await refused(['list', 'cards', '--config', '/nowhere/config.toml'])).toBe(text);
    expect(await refused(['list', 'cards'], undefined, {OPTTY_CONFIG: '/nowhere/config.toml'})).toBe(text);
  });

  it('must not be a folder', async () => {
    const at = home();
    mkdirSync(at.config, {recursive: true});
    const {code, stderr} = await at.asked(['config', 'show']);
    expect(code).toBe(2);
    expect(stderr).toBe(`optty: ${at.config}: it is a folder; a file is expected.\n`);
    expect((await at.asked(['config', 'show', '--config', dirname(at.config)])).code).toBe(2);
  });

  it('gets one line per error: a wrong type, an unknown name', async () => {
    expect(await refused(['list', 'cards'], 'refresh = "fast"\ntheem = "light"\n')).toBe(
      'optty: config.toml:1: refresh: expected a number from 0.25 to 3600.\noptty: config.toml:2: theem: unknown name. Did you mean theme?\n',
    );
  });

  it('gets an error that names both actions with the same key', async () => {
    expect(await refused(['config', 'show'], '[keys]\ncancel = "r"\n')).toBe(
      'optty: config.toml:2: keys.cancel: "r" is the key of refresh already; change that one too.\n',
    );
    expect(await refused(['config', 'show'], 'screen_reader = true\n[keys]\nrefresh = "space"\n')).toBe(
      'optty: config.toml:3: keys.refresh: "space" is the key of say.again already; change that one too.\n',
    );
  });

  it('is checked before the dashboard opens', async () => {
    expect(await refused([], 'theme = 1')).toContain('config.toml:1: theme: ');
  });
});

describe('a base URL', () => {
  it('is refused with a reason that shows no password, from a flag, a variable or the file', async () => {
    const url = 'https://me:canary@trading.example.com';
    const words = 'the base URL contains a user name or password';
    expect(await refused(['list', 'cards', '--base-url', url])).toContain(`optty: --base-url: ${words}`);
    expect(await refused(['list', 'cards'], undefined, {OPTTY_BASE_URL: url})).toContain(
      'optty: OPTTY_BASE_URL: ',
    );
    expect(await refused(['list', 'cards'], `[profiles.a]\nbase_url = "${url}"`)).toContain(
      'optty: config.toml:2: profiles.a.base_url: ',
    );
  });
});

describe('a token', () => {
  const url = ['--base-url', 'https://127.0.0.1:1'];

  it('never appears in the output of config show', async () => {
    const {stdout, stderr} = await home().asked(['config', 'show', ...url], {OPTTY_TOKEN: 'canary'});
    expect(stdout + stderr).not.toContain('canary');
    expect(stdout).toMatch(/^token = "\(hidden: OPTTY_TOKEN\)" +# OPTTY_TOKEN$/m);
  });
});

describe('the command line', () => {
  it.each([
    [['lst'], 'optty: unknown command "lst". Did you mean list?\n'],
    [['--themee', 'light'], 'optty: unknown option --themee. Did you mean --theme?\n'],
    [['--theme', 'lihgt'], 'optty: unknown theme "lihgt". Did you mean light?\n'],
    [['--refresh', '0'], 'optty: --refresh: expected a number from 0.25 to 3600, not "0".\n'],
    [['list'], 'optty: list needs RESOURCE: cards, easy-options, orders, trades, activity.\n'],
    [
      ['list', 'orders', '--page', '0'],
      'optty: --page: expected a whole number from 1 to 2147483647, not "0".\n',
    ],
    [
      ['list', 'orders', '--page-size', '101'],
      'optty: --page-size: expected a whole number from 1 to 100, not "101".\n',
    ],
    [
      ['list', 'orders', '--all', '--page', '2'],
      'optty: --page: --all reads every page; leave out one of the two.\n',
    ],
    [
      ['list', 'orders', '--json', '--csv'],
      '{"error":{"kind":"usage","message":"--csv: --json is given too; leave out one of the two.","exitCode":2}}\n',
    ],
    [
      ['list', 'orders', '--sort', 'prise'],
      'optty: --sort: unknown field "prise"; use FIELD, FIELD:asc or FIELD:desc. Did you mean price?\n',
    ],
    [
      ['list', 'orders', '--sort', 'left:desc'],
      'optty: --sort: left also needs the trades, which a list of orders does not have; use another field, or left in the dashboard.\n',
    ],
    [
      ['list', 'orders', '--filter', '@mine'],
      'optty: --filter: unknown filter "mine" under [filters.orders].\n',
    ],
    [['paper', '--port', '70000'], 'optty: --port: expected a whole number from 0 to 65535, not "70000".\n'],
    [['paper', '--prefix', 'api'], 'optty: --prefix: expected a path like /api, not "api".\n'],
    [
      ['paper', '--token', 'x=a', '--token', 'x=b'],
      'optty: --token: there are two tokens for the account x.\n',
    ],
    [
      ['paper', '--token-file', '/nowhere/tokens'],
      'optty: --token-file: /nowhere/tokens: there is no such file.\n',
    ],
    [
      ['help', 'nosuch'],
      'optty: unknown command "nosuch". It is one of paper, list, show, portfolio, day, watch, status, halt, mcp, propose, doctor, same-account, resolve-old, report, config, completion.\n',
    ],
    [['-x'], 'optty: unknown option -x. See optty --help.\n'],
    [
      ['--json'],
      '{"error":{"kind":"usage","message":"unknown option --json. See optty --help.","exitCode":2}}\n',
    ],
    [['--refresh'], 'optty: --refresh needs SECONDS.\n'],
    [['--ascii=no'], 'optty: --ascii takes no value.\n'],
    [['--read-only', 'list', 'cards'], 'optty: list has no option --read-only. See optty list --help.\n'],
    [['list', 'cards', '--pag', '2'], 'optty: list has no option --pag. Did you mean --page?\n'],
    [
      ['list', 'trades', '--filter', 'sied:buy'],
      'optty: --filter: unknown field sied; did you mean side?\noptty:   sied:buy\noptty:   ^^^^\n',
    ],
    [['show', 'orders'], 'optty: show needs ID: id of the record.\n'],
    [['show', 'orders', '7', '8'], 'optty: show takes only RESOURCE ID.\n'],
    [
      ['config'],
      'optty: config needs ACTION: init creates a commented file, show prints the effective values, path the location.\n',
    ],
    [['paper', 'now'], 'optty: paper takes no argument.\n'],
    [
      ['paper', '--faults', 'nonsense'],
      'optty: --faults: The fault "nonsense" cannot be read. Write ROUTE:ACTION, like POST /v1/orders:drop-after*2 or /v1/*:latency=500.\n',
    ],
    [['halt', '--timeout', 'soon'], 'optty: --timeout: expected seconds from 1 to 86400, not "soon".\n'],
    [['watch', '--filter', 'side:BUY'], 'optty: --filter: needs --resource too.\n'],
  ])('answers %j with one line', async (args, text) => {
    expect(await refused(args)).toBe(text);
  });

  it.each<[string[], RegExp]>([
    [['paper', '--limit', 'few'], /^optty: --limit: expected requests a second, READS or READS\/WRITES/],
    [['paper', '--dialect', 'search_dto=nope'], /^optty: --dialect: search_dto: /],
    [['paper', '--dialect', '=x'], /^optty: --dialect: expected NAME=VALUE/],
  ])('answers %j with one line that says what is valid', async (args, pattern) => {
    expect(await refused(args)).toMatch(pattern);
  });
});

describe('the dashboard without a terminal', () => {
  it('refuses to start and names optty list', async () => {
    expect(await refused([])).toBe(
      'optty: the dashboard needs a terminal, and standard output is not a terminal. For scripts use optty list; see optty --help.\n',
    );
  });

  it('refuses to start on a terminal that cannot place the cursor', async () => {
    const terminal = home().onTerminal([], {TERM: 'dumb'});
    expect((await terminal.exit).code).toBe(2);
    expect(terminal.transcript).not.toContain('\x1b');
    expect(terminal.screen()).toContain('this one (TERM=dumb) cannot place a cursor');
  });
});
