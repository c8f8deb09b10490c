import {defaultPageSizes} from '../../api/wire/records.ts';
import type {Config} from '../../config/config.ts';
import {wrongIn} from '../../config/error.ts';
import {type Flags, numberIn} from '../../config/settings.ts';
import type {PageRequest} from '../../desk/feeds/lists.ts';
import {parseFilter} from '../../desk/filter/index.ts';
import {columnCalled} from '../../desk/filter/members.ts';
import {nearest} from '../../desk/filter/nearest.ts';
import {type FeedPane, paneSlugs} from '../../desk/model/vocabulary.ts';
import type {Need} from '../../desk/resources/resource.ts';
import {needOf, resources, sortNameOf, sortNames} from '../../desk/resources/resources.ts';
import type {Sort} from '../../desk/state.ts';
import {safeLines} from '../output.ts';

export function textFlag(given: Flags[string]): string | undefined {
  return typeof given === 'string' ? given : undefined;
}

type Bounds = Parameters<typeof numberIn> extends [string, string, ...infer Rest] ? Rest : never;

export function numberFlag(flag: string, given: Flags[string], ...bounds: Bounds): number | undefined {
  return typeof given === 'string' ? numberIn(flag, given, ...bounds) : undefined;
}

/** `doubts` are filter words that are sent although the interface does not know them. */
export function askedBy(flags: Flags, pane: FeedPane, config: Config, now: number) {
  const filter = filterOf(textFlag(flags.filter), pane, config, now);
  const {mostRows} = resources[pane].list;
  const pageSize =
    numberFlag('--page-size', flags.pageSize, 'a whole number', 1, mostRows) ?? filter.pageSize;
  const page = numberFlag('--page', flags.page, 'a whole number', 1, 2 ** 31 - 1);
  if (flags.all === true && page !== undefined)
    throw wrongIn('--page', '--all reads every page; leave out one of the two.');
  if (flags.json === true && (flags.csv === true || flags.csvSafe === true)) {
    const source = flags.csv === true ? '--csv' : '--csv-safe';
    throw wrongIn(source, '--json is given too; leave out one of the two.');
  }
  const wanted: PageRequest = {
    pane,
    query: filter.query,
    conditions: filter.conditions,
    sort: sortOf(textFlag(flags.sort), pane),
    page: (page ?? 1) - 1,
    pageSize: pageSize ?? (flags.all === true ? 100 : defaultPageSizes[pane]),
  };
  return {wanted, doubts: filter.doubts};
}

export function filterOf(given: string | undefined, pane: FeedPane, config: Config, now: number) {
  const filter = given?.startsWith('@') ? namedFilter(given.slice(1), pane, config) : (given ?? '');
  const parsed = parseFilter(pane, filter, now);
  if (parsed.ok) {
    for (const {field = '', needs} of parsed.conditions) withoutNeed('--filter', pane, field, needs);
    return parsed;
  }
  const {at, length, message, members, nearest: meant} = parsed.error;
  const choice = members === undefined || meant !== undefined ? '' : `; there are ${members.join(', ')}`;
  throw wrongIn(
    '--filter',
    `${message}${choice}\n  ${safeLines(filter)}\n  ${' '.repeat(at)}${'^'.repeat(Math.max(1, length))}`,
  );
}

function namedFilter(name: string, pane: FeedPane, {namedFilters}: Config): string {
  const named = namedFilters[pane];
  if (Object.hasOwn(named, name)) return named[name] ?? '';
  const names = Object.keys(named);
  throw wrongIn(
    '--filter',
    `unknown filter ${JSON.stringify(name)} under [filters.${paneSlugs[pane]}]${names.length === 0 ? '' : `; there are ${names.join(', ')}`}.`,
    nearest(name, names),
  );
}

function sortOf(given: string | undefined, pane: FeedPane): Sort | undefined {
  if (given === undefined) return undefined;
  const [, typed = '', direction] = /^(.*?)(?::(asc|desc))?$/i.exec(given) ?? [];
  const field = columnCalled(pane, typed) ?? typed;
  withoutNeed('--sort', pane, field, needOf(pane, field));
  const name = sortNameOf(pane, field);
  if (sortNames[pane].includes(name)) return {field: name, descending: direction?.toLowerCase() === 'desc'};
  const known = sortNames[pane].filter(each => needOf(pane, each) === undefined);
  const near = nearest(field, known);
  throw wrongIn(
    '--sort',
    `unknown field ${JSON.stringify(field)}; use FIELD, FIELD:asc or FIELD:desc.${near === undefined ? ` Fields: ${known.join(', ')}.` : ''}`,
    near,
  );
}

function withoutNeed(flag: string, pane: FeedPane, name: string, need: Need | undefined): void {
  if (need === undefined) return;
  const why = `${name} also needs ${needWords[need]}, which a list of ${paneSlugs[pane]} does not have`;
  throw wrongIn(flag, `${why}; use another field, or ${name} in the dashboard.`);
}

const needWords = {cards: 'the cards', fills: 'the trades', polls: 'several polls'} as const;
