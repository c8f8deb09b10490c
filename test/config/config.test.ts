import {describe, expect, it} from 'vitest';
import {defaultDialect} from '../../src/api/wire/dialect.ts';
import {shownSettings} from '../../src/config/config.ts';
import {placeOf} from '../../src/config/error.ts';
import {clientDialect} from '../../src/config/profile-dialect.ts';
import {refusal, resolve} from './settings.ts';

const live = `[profiles.live]
base_url = "https://trading.example.com/api"
`;

describe('an empty configuration', () => {
  it('uses the embedded paper service', () => {
    const config = resolve({});
    expect(config.service).toEqual({kind: 'paper'});
    expect([config.profile.name, config.accountLabel]).toEqual(['paper', 'default']);
  });

  it('keeps its state under XDG_STATE_HOME, and ignores a relative path there', () => {
    expect(resolve({env: {XDG_STATE_HOME: '/var/state'}}).statePaths.accounts).toBe(
      '/var/state/optty/accounts',
    );
    expect(resolve({env: {XDG_STATE_HOME: 'state'}}).statePaths.log).toBe(
      '/home/me/.local/state/optty/optty.log',
    );
  });

  it('is the same as an empty file', () => {
    expect(resolve({toml: ''}).service).toEqual({kind: 'paper'});
    expect(resolve({toml: '\uFEFF# nothing\n'}).service).toEqual({kind: 'paper'});
  });
});

describe('precedence', () => {
  const toml = `theme = "light"\nrefresh = 5\n${live}theme = "monochrome"\n`;

  it('puts a flag before the environment, the profile and the top level of the file', () => {
    expect(resolve({toml: 'theme = "light"'}).theme).toBe('light');
    expect(resolve({toml}).theme).toBe('monochrome');
    expect(resolve({toml, flags: {theme: 'high-contrast'}}).theme).toBe('high-contrast');
    expect(resolve({toml, flags: {refresh: '0.5'}}).refreshMs).toBe(500);
  });

  it('records the source of each value', () => {
    const {origins, file} = resolve({toml, flags: {refresh: '0.5'}, env: {OPTTY_READ_ONLY: '1'}});
    expect(placeOf(origins.refresh, file)).toBe('--refresh');
    expect(placeOf(origins.theme, file)).toBe('/etc/optty.toml: profiles.live.theme');
    expect(placeOf(origins.base_url, file)).toBe('/etc/optty.toml: profiles.live.base_url');
    expect(placeOf(origins['guardrails.read_only'], file)).toBe('OPTTY_READ_ONLY');
    expect(placeOf(origins.ascii, file)).toBe('default');
  });

  it('takes the base URL of a flag or the environment before that of the profile', () => {
    const remote = (baseUrl: string) => expect.objectContaining({kind: 'remote', baseUrl});
    const env = {OPTTY_BASE_URL: 'https://two.example.com'};
    expect(resolve({toml}).service).toEqual(remote('https://trading.example.com/api'));
    expect(resolve({toml, env}).service).toEqual(remote('https://two.example.com'));
    expect(resolve({toml, env, flags: {baseUrl: 'https://three.example.com/x/'}}).service).toEqual(
      remote('https://three.example.com/x'),
    );
  });

  describe('with an address that does not match the profile', () => {
    const full = `${live}label = "Main"
on_event = ["notify"]
theme = "light"
[profiles.live.guardrails]
read_only = true
max_investment = "100"
price_tolerance = 50
price_band = 5
[profiles.live.limits]
max_open_count = 3
[profiles.live.dialect]
search_dto = "json"
`;
    const env = {OPTTY_BASE_URL: 'https://two.example.com'};
    const byDefault = resolve({}).dialect;

    it('takes nothing that is specific to its service, but keeps all protections', () => {
      const config = resolve({toml: full, env});
      expect([config.profile.name, config.accountLabel]).toEqual(['default', 'default']);
      expect([config.dialect, config.onEvent]).toEqual([byDefault, undefined]);
      expect(config.guardrails).toMatchObject({
        readOnly: true,
        maxInvestment: '100',
        priceTolerance: 2,
        priceBand: 5,
      });
      expect([config.limits.maxOpenCount, config.theme]).toEqual([3, 'light']);
      expect(config.otherAddress).toBe(
        'profile live is not for https://two.example.com: its guardrails and limits apply, its label, dialect and credential do not.',
      );
      expect(resolve({toml: `profile = "live"\n${full}`, env}).accountLabel).toBe('default');
      expect(resolve({toml: full, flags: {baseUrl: 'https://trading.example.com/other'}}).dialect).toEqual(
        byDefault,
      );
    });

    it('takes everything except the credential if the profile is also named, and says so', () => {
      for (const named of [{env: {...env, OPTTY_PROFILE: 'live'}}, {env, flags: {profile: 'live'}}]) {
        const config = resolve({toml: full, ...named});
        expect([config.profile.name, config.accountLabel]).toEqual(['live', 'Main']);
        expect(config).toMatchObject({onEvent: ['notify'], guardrails: {priceTolerance: 50}});
        expect(config.dialect.search_dto).toBe('json');
        expect(config.otherAddress).toBe(
          'profile live is used with https://two.example.com, which is not its address.',
        );
      }
    });

    it('says nothing if the address matches or there is no profile', () => {
      const own = resolve({toml: full, env: {OPTTY_BASE_URL: 'https://TRADING.example.com:443/api/'}});
      expect([own.accountLabel, own.dialect.search_dto, own.otherAddress]).toEqual([
        'Main',
        'json',
        undefined,
      ]);
      expect(resolve({env}).otherAddress).toBeUndefined();
      expect(resolve({toml: full}).otherAddress).toBeUndefined();
    });

    it('says that the token of a profile is not used if OPTTY_TOKEN is set', () => {
      const toml = full.replace('on_event', 'token_file = "~/live.token"\non_event');
      const given = {OPTTY_TOKEN: 'abcdef0123'};
      expect(resolve({toml, env: given, flags: {profile: 'live'}}).otherToken).toBe(
        'the token is that of OPTTY_TOKEN, not the one of profile live: the account may be another.',
      );
      expect(resolve({toml, flags: {profile: 'live'}}).otherToken).toBeUndefined();
      expect(resolve({toml: full, env: given, flags: {profile: 'live'}}).otherToken).toBeUndefined();
    });

    it('treats a profile without an address as one for the embedded paper service', () => {
      const config = resolve({toml: '[profiles.lab]\n[profiles.lab.dialect]\nsearch_dto = "json"\n', env});
      expect([config.profile.name, config.dialect]).toEqual(['default', byDefault]);
      expect(config.otherAddress).toContain('profile lab is not for https://two.example.com');
    });
  });

  it('lets a profile extend the tables at the top level', () => {
    const {keys} = resolve({
      toml: `[keys]\ncancel = "K"\nopen = ["O", "enter"]\n[profiles.a.keys]\ncancel = "D"\n`,
    });
    expect(keys).toEqual({cancel: ['D'], open: ['O', 'enter']});
  });

  it('puts OPTTY_READ_ONLY=0 before the file, and refuses a value other than yes or no', () => {
    const guarded = `${live}[profiles.live.guardrails]\nread_only = true\n`;
    expect(resolve({toml: guarded}).guardrails.readOnly).toBe(true);
    expect(resolve({toml: guarded, env: {OPTTY_READ_ONLY: '0'}}).guardrails.readOnly).toBe(false);
    expect(refusal({env: {OPTTY_READ_ONLY: 'perhaps'}})).toBe(
      'OPTTY_READ_ONLY: expected 1 or 0, not "perhaps".',
    );
  });

  it('switches colours off with NO_COLOR, unless it is empty', () => {
    expect(resolve({env: {NO_COLOR: '1'}}).color).toBe(false);
    expect(resolve({env: {NO_COLOR: ''}}).color).toBe(true);
    expect(resolve({toml: 'color = false'}).color).toBe(false);
  });
});

describe('profiles', () => {
  const two = `${live}[profiles.demo]\nlabel = "Play"\n`;

  it('need no choice if there is only one', () => {
    expect(resolve({toml: live}).profile.name).toBe('live');
  });

  it('need a choice if there are several', () => {
    expect(refusal({toml: two})).toContain('there are several profiles and none is chosen');
    expect(resolve({toml: `profile = "demo"\n${two}`}).accountLabel).toBe('Play');
    expect(resolve({toml: two, env: {OPTTY_PROFILE: 'live'}}).profile.name).toBe('live');
    expect(resolve({toml: two, env: {OPTTY_PROFILE: 'live'}, flags: {profile: 'demo'}}).profile.name).toBe(
      'demo',
    );
  });

  it('are not suggested for an unknown name of one letter', () => {
    expect(refusal({toml: 'profile = "c"\n[profiles.a]\n[profiles.b]\n'})).toMatch(
      /unknown profile "c"\. There are: a, b, paper\. A profile is/,
    );
  });

  it('are suggested for a similar misspelt name', () => {
    expect(refusal({toml: two, flags: {profile: 'lvie'}})).toBe(
      '--profile: unknown profile "lvie". Did you mean live?',
    );
    expect(refusal({toml: `profile = "x"\n${two}`})).toBe(
      '/etc/optty.toml: profile: unknown profile "x". There are: live, demo, paper. A profile is a table [profiles.NAME] with its base_url in the configuration file.',
    );
  });

  it('named paper use the embedded service, even if the shell has a base URL', () => {
    expect(resolve({toml: two, flags: {profile: 'paper'}}).service).toEqual({kind: 'paper'});
    expect(refusal({flags: {profile: 'paper'}, env: {OPTTY_BASE_URL: 'https://real.example.com'}})).toMatch(
      /^OPTTY_BASE_URL: a base URL is set, but the profile paper is the embedded paper service/,
    );
  });

  it('are not found by the names of object members', () => {
    expect(refusal({toml: two, flags: {profile: 'constructor'}})).toContain(
      '--profile: unknown profile "constructor". There are: live, demo, paper. A profile is a table [profiles.NAME] with its base_url in the configuration file.',
    );
  });
});

describe('the dialect', () => {
  it('is the same without settings in the file as without a file', () => {
    const {dialect} = resolve({toml: `${live}[profiles.live.dialect]\n`});
    expect(dialect).toEqual(resolve({}).dialect);
    expect(clientDialect(dialect)).toEqual(defaultDialect);
    expect(clientDialect(resolve({}).dialect)).toBeUndefined();
  });

  it('fills the missing settings with defaults, and marks these as defaults', () => {
    const {dialect, shown} = resolve({
      toml: `${live}[profiles.live.dialect]\nsearch_dto = "json"\n[profiles.live.dialect.orders]\npage_size = "limit"\n`,
    });
    expect(dialect.search_dto).toBe('json');
    expect(dialect.orders).toEqual({asset: 'asset', type: 'type', page: 'page', page_size: 'limit'});
    const originOf = (name: string) => shown.find(each => each.name === name)?.origin;
    expect(originOf('dialect.orders.page_size')).toEqual({
      from: 'file',
      key: ['profiles', 'live', 'dialect', 'orders', 'page_size'],
    });
    expect(originOf('dialect.orders.page')).toEqual({from: 'default'});
  });
});

it('limits are exact, for all or some currencies and for underlyings', () => {
  const toml = `${live}[profiles.live.limits]
max_open_investment = {USDT = "5000.10", EUR = 100}
max_day_loss = 500
[profiles.live.limits.underlyings.BTC]
max_open_investment = "7"
`;
  expect(resolve({toml}).limits).toEqual({
    maxOpenInvestment: {USDT: '5000.10', EUR: '100'},
    maxDayLoss: {each: '500'},
    underlyings: {BTC: {maxOpenInvestment: {each: '7'}}},
  });
  const inLimits = (name: string) => `/etc/optty.toml: profiles.live.limits.${name}`;
  const shown = new Map(
    shownSettings(resolve({toml})).map(({name, value, origin}) => [name, [value, origin]]),
  );
  expect(shown.get('limits.max_open_investment.USDT')).toEqual([
    '5000.10',
    inLimits('max_open_investment.USDT'),
  ]);
  expect(shown.get('limits.underlyings.BTC.max_open_investment')).toEqual([
    '7',
    inLimits('underlyings.BTC.max_open_investment'),
  ]);
  expect(shown.get('limits.max_day_loss')).toEqual(['500', inLimits('max_day_loss')]);
});
