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
  it('must exist if it is named', async () => {
    const text = 'optty: /nowhere/config.toml: there is no such file. optty config init writes one.\n';
    expect(await refused(['list', 'cards', '--config', '/nowhere/config.toml'])).toBe(text);
    expect(await refused(['list', 'cards'], undefined, {OPTTY_CONFIG: '/nowhere/config.toml'})).toBe(text);
  });

  it('gets one line per error: a wrong type, an unknown name', async () => {
    expect(await refused(['list', 'cards'], 'refresh = "fast"\ntheem = "light"\n')).toBe(
      'optty: config.toml: refresh: expected a number from 0.25 to 3600.\noptty: config.toml: theem: unknown name. Did you mean theme?\n',
    );
  });

  it('gets an error that names both actions with the same key', async () => {
    expect(await refused(['config', 'show'], '[keys]\ncancel = "r"\n')).toBe(
      'optty: config.toml: keys.cancel: "r" is the key of refresh already; change that one too.\n',
    );
    expect(await refused(['config', 'show'], 'screen_reader = true\n[keys]\nrefresh = "space"\n')).toBe(
      'optty: config.toml: keys.refresh: "space" is the key of say.again already; change that one too.\n',
    );
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
      'optty: config.toml: profiles.a.base_url: ',
    );
  });
});

describe('the command line', () => {
  it.each([
    ['lst', 'unknown command "lst". Did you mean list?'],
    ['--themee light', 'unknown option --themee. Did you mean --theme?'],
    ['--theme lihgt', 'unknown theme "lihgt". Did you mean light?'],
    ['--refresh 0', '--refresh: expected a number from 0.25 to 3600, not "0".'],
    ['list', 'list needs RESOURCE: cards, easy-options, orders, trades, activity.'],
    ['list orders --page 0', '--page: expected a whole number from 1 to 2147483647, not "0".'],
    ['list orders --page-size 101', '--page-size: expected a whole number from 1 to 100, not "101".'],
    ['list orders --all --page 2', '--page: --all reads every page; leave out one of the two.'],
    [
      'list orders --sort prise',
      '--sort: unknown field "prise"; use FIELD, FIELD:asc or FIELD:desc. Did you mean price?',
    ],
    [
      'list orders --sort left:desc',
      '--sort: left also needs the trades, which a list of orders does not have; use another field, or left in the dashboard.',
    ],
    ['list orders --filter @mine', '--filter: unknown filter "mine" under [filters.orders].'],
    ['paper --port 70000', '--port: expected a whole number from 0 to 65535, not "70000".'],
    ['paper --prefix api', '--prefix: expected a path like /api, not "api".'],
    ['paper --token x=a --token x=b', '--token: there are two tokens for the account x.'],
    ['paper --token-file /nowhere/tokens', '--token-file: /nowhere/tokens: there is no such file.'],
    [
      'help nosuch',
      'unknown command "nosuch". It is one of paper, list, show, portfolio, day, watch, status, halt, mcp, propose, doctor, same-account, resolve-old, report, config, completion.',
    ],
    ['-x', 'unknown option -x. See optty --help.'],
    ['--refresh', '--refresh needs SECONDS.'],
    ['--ascii=no', '--ascii takes no value.'],
    ['--read-only list cards', 'list has no option --read-only. See optty list --help.'],
    ['list cards --pag 2', 'list has no option --pag. Did you mean --page?'],
    [
      'list trades --filter sied:buy',
      '--filter: unknown field sied; did you mean side?\noptty:   sied:buy\noptty:   ^^^^',
    ],
    ['show orders', 'show needs ID: id of the record.'],
    ['show orders 7 8', 'show takes only RESOURCE ID.'],
    [
      'config',
      'config needs ACTION: init creates a commented file, show prints the effective values, path the location.',
    ],
    ['paper now', 'paper takes no argument.'],
    [
      'paper --faults nonsense',
      '--faults: The fault "nonsense" cannot be read. Write ROUTE:ACTION, like POST /v1/orders:drop-after*2 or /v1/*:latency=500.',
    ],
    ['halt --timeout soon', '--timeout: expected seconds from 1 to 86400, not "soon".'],
    ['watch --filter side:BUY', '--filter: needs --resource too.'],
  ])('answers optty %s with one line', async (line, text) => {
    expect(await refused(line.split(' '))).toBe(`optty: ${text}\n`);
  });

  it.each([
    ['list orders --json --csv', '--csv: --json is given too; leave out one of the two.'],
    ['--json', 'unknown option --json. See optty --help.'],
  ])('answers optty %s with its error as JSON', async (line, message) => {
    const error = {kind: 'usage', message, exitCode: 2};
    expect(await refused(line.split(' '))).toBe(`${JSON.stringify({error})}\n`);
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
