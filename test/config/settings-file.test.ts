import {describe, expect, it} from 'vitest';
import {refusal} from './settings.ts';

describe('an error in the file', () => {
  it.each([
    [
      'theme = "lihgt"',
      '/etc/optty.toml: theme: there is no "lihgt"; expected one of auto, default, light, high-contrast, monochrome. Did you mean light?',
    ],
    ['\n\ntheem = "light"', '/etc/optty.toml: theem: unknown name. Did you mean theme?'],
    ['refresh = "2"', '/etc/optty.toml: refresh: expected a number from 0.25 to 3600.'],
    ['theme = "light\nascii = true', '/etc/optty.toml:1: a string is not closed on its line.'],
    ['refresh = 0', '/etc/optty.toml: refresh: expected a number from 0.25 to 3600.'],
    ['ascii = 1', '/etc/optty.toml: ascii: expected true or false.'],
    ['columns = 3', '/etc/optty.toml: columns: expected a table.'],
    ['[keys]\ncancle = "x"', '/etc/optty.toml: keys.cancle: unknown name. Did you mean cancel?'],
    [
      '[profiles.a]\nguardrails.max_investment = "1e3"',
      '/etc/optty.toml: profiles.a.guardrails.max_investment: expected a plain decimal above 0, such as "250.50".',
    ],
    [
      '[profiles.a.guardrails]\n\n# none\nmax_notional = -1',
      '/etc/optty.toml: profiles.a.guardrails.max_notional: expected a plain decimal above 0, such as "250.50".',
    ],
    [
      '[profiles.a.dialect]\nsearch_dto = "flatt"',
      '/etc/optty.toml: profiles.a.dialect.search_dto: there is no "flatt"; expected one of flat, bracket, dot, json. Did you mean flat?',
    ],
    [
      'base_url = "https://x.example"',
      '/etc/optty.toml: base_url: belongs to a profile: put it under [profiles.NAME].',
    ],
    [
      'on_event = ["notify"]',
      '/etc/optty.toml: on_event: belongs to a profile: put it under [profiles.NAME].',
    ],
    [
      '[profiles.a]\ntoken = "canary"',
      '/etc/optty.toml: profiles.a.token: secrets do not belong in this file; use OPTTY_TOKEN, token_file or token_command.',
    ],
    [
      '[profiles."a b"]',
      '/etc/optty.toml: profiles.a b: a profile is named with letters, digits, - . and _.',
    ],
  ])('is reported with its name and the expected value: %j', (toml, message) => {
    expect(refusal({toml})).toBe(message);
  });

  it('does not hide other errors', () => {
    const lines = refusal({toml: 'ascii = 1\ncolor = "no"\nnothing = 1'}).split('\n');
    expect(lines).toHaveLength(3);
  });

  it('in the syntax is reported with its line', () => {
    expect(refusal({toml: 'theme = "light"\nascii = yes\n'})).toMatch(
      /^\/etc\/optty\.toml:2: not valid TOML: /,
    );
    expect(refusal({toml: 'theme = "light'})).toMatch(/^\/etc\/optty\.toml:1: not valid TOML: /);
  });

  it('for two profiles with one name is specific', () => {
    expect(refusal({toml: '[profiles.a]\nlabel = "1"\n[profiles.b]\n[profiles.a]\n'})).toBe(
      '/etc/optty.toml:4: profiles.a: two profiles are named a; rename or remove one.',
    );
    expect(refusal({toml: 'ascii = true\nascii = false'})).toBe(
      '/etc/optty.toml:2: ascii is given twice; remove one.',
    );
  });

  it('is not hidden by built-in object members', () => {
    expect(refusal({toml: '__proto__ = 1'})).toContain('__proto__');
    expect(refusal({toml: '[profiles.a.constructor]'})).toContain('profiles.a.constructor');
  });
});

it.each([
  ['a name', `${'a.'.repeat(5_000)}a = 1`],
  ['a table', `[${'a.'.repeat(5_000)}a]\nb = 1`],
  ['a setting that is known', `theme.${'a.'.repeat(60)}a = 1`],
])('%s that is nested too deep is refused with one sentence', (_, toml) => {
  expect(refusal({toml})).toBe('/etc/optty.toml: its names are nested deeper than any setting.');
});
