/** Each setting alone: a value of its own is found again, in its unit, where the program reads it. */
import {stringify} from 'smol-toml';
import {expect, it} from 'vitest';
import {durationMs} from '../../src/account/model/vocabulary.ts';
import {knownNames} from '../../src/commands/config-file.ts';
import {deskSettingsOf} from '../../src/commands/headless-desk.ts';
import {type Config, shownSettings} from '../../src/config/config.ts';
import {fileSchema, guardrailSettings, screenSettings, type Table} from '../../src/config/settings.ts';
import {type Outline, outline} from '../../src/config/settings-file.ts';
import {bindingsWith} from '../../src/desk/bindings.ts';
import {resolve} from './settings.ts';

type Leaf = readonly [name: string, path: readonly string[], at: Outline];

/** A table of names that the user gives has one of them. */
function leavesOf(at: Outline, path: readonly string[] = []): Leaf[] {
  const {properties, additionalProperties: each, propertyNames} = at;
  const given = path.at(-1) === 'profiles' ? 'live' : (propertyNames?.enum?.at(-1) ?? 'BTC');
  const inner = properties ?? (typeof each === 'object' ? {[given]: each} : undefined);
  if (inner === undefined) return [[path.join('.'), path, at]];
  return Object.entries(inner).flatMap(([name, under]) => leavesOf(under, [...path, name]));
}

/** test/config/credential.test.ts and the profiles of config.test.ts have the others. */
const leaves = leavesOf(outline(fileSchema(knownNames))).filter(
  ([name]) => !/(^profile|\.base_url|\.token_\w+)$/.test(name),
);

const live = {base_url: 'https://trading.example.com/api'};
const readFrom = (table: object) => resolve({toml: stringify({profiles: {live}, ...table})});

const tableOf = ([name = '', ...rest]: readonly string[], value: unknown): object => ({
  [name]: rest.length === 0 ? value : {...(name === 'live' && live), ...tableOf(rest, value)},
});

type Flat = readonly (readonly [name: string, value: unknown])[];

function flat(value: unknown, path: readonly string[] = []): Flat {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[path.join('.'), value]];
  return Object.entries(value).flatMap(([name, inner]) => flat(inner, [...path, name]));
}

const plain = ({shown: _, origins: _o, file: _f, credential: _c, profile: _p, ...config}: Config) =>
  flat(config);
const usual = readFrom({});
const before = new Map(plain(usual).map(([name, value]) => [name, JSON.stringify(value)]));

/** The first value that is accepted and changes something, and what it changes. */
function changedBy(path: readonly string[], {enum: words = [], items}: Outline) {
  const listed = (items?.enum ?? []).map(word => [word]);
  for (const value of [...words, ...listed, true, false, 7, '7.5', 'USDT', '2d', '/x', ['x']]) {
    try {
      const config = readFrom(tableOf(path, value));
      const changed = plain(config).filter(([name, now]) => JSON.stringify(now) !== before.get(name));
      if (changed.length > 0) return {value, config, changed};
    } catch {}
  }
  throw new Error('no value of it changes anything');
}

const letters = (value: unknown) => JSON.stringify(value).toLowerCase().replace(/["-]/g, '');

it.each(leaves)('the setting %s reaches the dashboard', (_, path, at) => {
  const {value, config, changed} = changedBy(path, at);
  const [[name, now] = ['', '']] = changed;
  expect(changed).toHaveLength(1);
  for (const word of path.at(-1)?.split(/[_-]/) ?? [])
    expect(name.toLowerCase()).toContain(word.toLowerCase());
  const isSpan = value === '2d';
  const isSeconds = /^Seconds /.test(at.description ?? '');
  expect(/Ms$/.test(name)).toBe(isSeconds || isSpan);
  const inMs = isSpan ? durationMs('2d') : Number(value) * 1_000;
  expect(letters(now)).toBe(letters(isSeconds || isSpan ? inMs : value));

  const {alerts, dialect} = config;
  const pool: Record<string, unknown> = {
    ...{...config, ...alerts, account: config.accountLabel, host: 'trading.example.com'},
    bindings: bindingsWith(config.keys),
    sortable: {cards: dialect.sort.cards, easyOptions: dialect.sort.easy_options},
    investmentCurrency: dialect.investment_currency,
    listLagMs: dialect.list_lag * 1_000,
    tradesLagMs: dialect.trades_lag * 1_000,
  };
  const settings = deskSettingsOf(config);
  expect(settings).toEqual(Object.fromEntries(Object.keys(settings).map(each => [each, pool[each]])));
});

it.each(leaves)('the setting %s is shown, with the default that its description says', (whole, _, at) => {
  const name = whole.replace('profiles.live.', '');
  const shown = shownSettings(usual).find(each => each.name === name)?.value;
  const isShownIfSet = /^(filters|keys|limits\.underlyings|dialect\.auth)\./.test(name);
  if (shown === undefined && isShownIfSet) return;
  expect(shown).toBeDefined();
  // A list has its default in the docs; a dialect has it in its schema.
  if (typeof shown === 'object' || at.default !== undefined || /^[(/]/.test(String(shown))) return;
  const said = /Default `?"?(\w+(?:[.-]\w+)*)|`"?([\w-]+)"?` (?:\(default\)|without one)/.exec(
    at.description ?? '',
  );
  expect([...(said ?? [])].slice(1)).toContain(String(shown));
});

it('a flag has the name and the default of its setting', () => {
  const rows: Table = {...screenSettings, ...guardrailSettings};
  for (const [name, {flag, default: usually}] of Object.entries(rows)) {
    expect(flag?.long.replace(/^no-/, '') ?? name).toBe(flag ? name.replaceAll('_', '-') : name);
    expect(/\((\d+)\)$/.exec(flag?.summary ?? '')?.[1] ?? String(usually)).toBe(String(usually));
  }
});
