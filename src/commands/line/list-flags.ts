import {defaultPageSizes} from '../../api/wire/records.ts';
import type {Config} from '../../config/config.ts';
import {ConfigError} from '../../config/error.ts';
import type {PageRequest} from '../../desk/feeds/lists.ts';
import {type FilterError, parseFilter} from '../../desk/filter/index.ts';
import {nearest} from '../../desk/filter/nearest.ts';
import {type FeedPane, paneSlugs} from '../../desk/model/vocabulary.ts';
import {needOf, resources, sortNameOf, sortNames} from '../../desk/resources/resources.ts';
import type {Sort} from '../../desk/state.ts';
import {safeLines} from '../output/output.ts';
import type {CommandLine} from './line.ts';

/** `doubts` are filter words that are sent although the interface does not know them. */
type Asked = {readonly wanted: PageRequest; readonly doubts: readonly FilterError[]};

export function askedBy(flags: CommandLine['flags'], pane: FeedPane, config: Config, now: number): Asked {
  const filter = filterOf(text(flags.filter), pane, config, now);
  const pageSize =
    whole('--page-size', text(flags.pageSize), resources[pane].list.mostRows) ?? filter.pageSize;
  const page = whole('--page', text(flags.page), 2 ** 31 - 1);
  if (flags.all === true && page !== undefined) {
    throw new ConfigError({
      source: '--page',
      expectation: 'every page is asked for by --all; leave out one of the two.',
    });
  }
  if (flags.json === true && (flags.csv === true || flags.csvSafe === true)) {
    const source = flags.csv === true ? '--csv' : '--csv-safe';
    throw new ConfigError({source, expectation: '--json is given too; leave out one of the two.'});
  }
  const wanted = {
    pane,
    query: filter.query,
    filter: {split: filter.split, conditions: filter.conditions},
    sort: sortOf(text(flags.sort), pane),
    page: (page ?? 1) - 1,
    pageSize: pageSize ?? (flags.all === true ? 100 : defaultPageSizes[pane]),
  };
  return {wanted, doubts: filter.doubts};
}

function text(flag: string | boolean | undefined): string | undefined {
  return typeof flag === 'string' ? flag : undefined;
}

type AskedFilter = Pick<
  Extract<ReturnType<typeof parseFilter>, {ok: true}>,
  'query' | 'split' | 'conditions' | 'pageSize' | 'doubts'
>;

export function filterOf(
  given: string | undefined,
  pane: FeedPane,
  config: Config,
  now: number,
): AskedFilter {
  if (given === undefined)
    return {query: {}, split: undefined, conditions: [], pageSize: undefined, doubts: []};
  const filter = given.startsWith('@') ? namedFilter(given.slice(1), pane, config) : given;
  const parsed = parseFilter(pane, filter, now);
  if (parsed.ok) return parsed;
  const {at, length, message, members} = parsed.error;
  const choice = members === undefined ? '' : `; there are ${members.join(', ')}`;
  throw new ConfigError({
    source: '--filter',
    expectation: `${message}${choice}\n  ${safeLines(filter)}\n  ${' '.repeat(at)}${'^'.repeat(Math.max(1, length))}`,
  });
}

function namedFilter(name: string, pane: FeedPane, {namedFilters}: Config): string {
  const named = namedFilters[pane];
  if (Object.hasOwn(named, name)) return named[name] ?? '';
  const names = Object.keys(named);
  throw new ConfigError({
    source: '--filter',
    expectation: `there is no filter ${JSON.stringify(name)} under [filters.${paneSlugs[pane]}]${names.length === 0 ? '' : `; there are ${names.join(', ')}`}.`,
    nearest: nearest(name, names),
  });
}

function sortOf(given: string | undefined, pane: FeedPane): Sort | undefined {
  if (given === undefined) return undefined;
  const [, field = '', direction] = /^(.*?)(?::(asc|desc))?$/i.exec(given) ?? [];
  const need = needOf(pane, field);
  if (need !== undefined)
    throw new ConfigError({
      source: '--sort',
      expectation: `${field} is made of ${needWords[need]} too, which one read of ${paneSlugs[pane]} does not bring; sort by another field, or by ${field} in the dashboard.`,
    });
  const name = sortNameOf(pane, field);
  if (sortNames[pane].includes(name)) return {field: name, descending: direction?.toLowerCase() === 'desc'};
  const known = sortNames[pane].filter(each => needOf(pane, each) === undefined);
  const near = nearest(field, known);
  throw new ConfigError({
    source: '--sort',
    expectation: `there is no field ${JSON.stringify(field)}; write FIELD, FIELD:asc or FIELD:desc.${near === undefined ? ` Fields: ${known.join(', ')}.` : ''}`,
    nearest: near,
  });
}

const needWords = {cards: 'the cards', trades: 'the trades', polls: 'what several polls saw'} as const;

function whole(flag: string, given: string | undefined, most: number): number | undefined {
  if (given === undefined) return undefined;
  if (/^[1-9]\d{0,9}$/.test(given) && Number(given) <= most) return Number(given);
  throw new ConfigError({
    source: flag,
    expectation: `expected a whole number from 1 to ${most}, not ${JSON.stringify(given)}.`,
  });
}
