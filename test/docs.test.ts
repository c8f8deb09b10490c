import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {easyOptionStatuses, orderStatuses, writes} from '../src/api/wire/records.ts';
import {isOver} from '../src/core/intents/intent.ts';
import {kinds} from '../src/core/intents/kinds/kinds.ts';
import {keyLabel} from '../src/desk/key-words.ts';
import {rows} from '../src/desk/keys.ts';
import type {PortfolioLine, SectionName} from '../src/desk/portfolio/lines.ts';
import {allSigns} from '../src/desk/signs.ts';
import {activityColumns, paneColumns} from '../src/ui/table/columns.ts';
import {columnsFor} from '../src/ui/table/portfolio-columns.ts';
import {generated} from './generated.ts';

const top = new URL('..', import.meta.url).pathname;
const docs = readdirSync(join(top, 'docs'))
  .filter(name => name.endsWith('.md'))
  .map(name => `docs/${name}`);
const pages = ['README.md', ...docs];
/** From where a map names a file. */
const folders = ['', 'src/', 'src/ui/', 'src/core/', 'src/core/intents/', 'src/desk/'];
type TableName = Exclude<SectionName, 'glance'>;
const tablesOfFigures = Object.keys({
  ...{expires: 0, open: 0, underlyings: 0, orders: 0, fees: 0},
  ...{positions: 0, payoffs: 0, today: 0, fills: 0},
} satisfies Record<TableName, 0>) as TableName[];

const sourcesIn = (folder: string) =>
  readdirSync(join(top, folder))
    .filter(name => /\.tsx?$/.test(name))
    .map(name => textOf(`${folder}/${name}`));
const textOf = (page: string) => readFileSync(join(top, page), 'utf8');

/** As a heading is linked to on a page. */
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );

function lostIn(page: string): string[] {
  const links = textOf(page).matchAll(/\]\(([^)\s]*)\)|(?:src|srcset)="([^"]+)"/g);
  return [...links].flatMap(([, link, picture]) => {
    const [path = '', anchor] = (link ?? picture ?? '').split('#');
    if (/^https?:/.test(path)) return [];
    const file = path === '' ? page : join(dirname(page), path);
    const isThere =
      existsSync(join(top, file)) && (anchor === undefined || anchorsOf(textOf(file)).includes(anchor));
    return isThere ? [] : [`${page}: ${link ?? picture}`];
  });
}

describe('the docs', () => {
  it('link to pages, headings and pictures that exist', () => {
    expect(pages.flatMap(lostIn)).toEqual([]);
  });

  it.each(Object.entries(generated))(
    'of %s are what the program says (npm run docs)',
    (_name, {file, made}) => {
      expect(textOf(file)).toBe(made());
    },
  );

  it('name what the file beside the name holds', () => {
    const named = [...pages, 'src/desk/README.md', 'src/ui/README.md'].flatMap(page => [
      ...textOf(page).matchAll(/`(\w+)` (?:of|in) `([\w/-]+\.tsx?)`/g),
    ]);
    expect(named.length).toBeGreaterThan(8);
    const lost = named.filter(([, name = '', file = '']) => {
      const found = folders.map(folder => folder + file).find(each => existsSync(join(top, each)));
      return found === undefined || !new RegExp(`\\b${name}\\b`).test(textOf(found));
    });
    expect(lost.map(([pointer]) => pointer)).toEqual([]);
  });

  it('name files that are there', () => {
    const rooms = ['core', 'desk', 'ui'].map(room => `src/${room}/README.md`);
    const maps = [...rooms, 'docs/architecture.md', 'docs/contributing.md'];
    const named = maps.flatMap(page => [...textOf(page).matchAll(/`([\w-]+\/[\w/.-]+\.tsx?)`/g)]);
    expect(named.length).toBeGreaterThan(100);
    const lost = named.filter(
      ([, file = '']) => !folders.some(folder => existsSync(join(top, folder, file))),
    );
    expect(lost.map(([file]) => file)).toEqual([]);
  });

  it('name every write of the service, and what an agent can propose', () => {
    const calls = Object.entries(writes).flatMap(([name, {method, path}]) =>
      ['docs/service.md', 'docs/client.md'].map(page => ({page, texts: [name, `\`${method} ${path}\``]})),
    );
    const proposed = {page: 'docs/agents.md', texts: [...kinds.keys()].map(kind => `propose_${kind}`)};
    const missing = [...calls, proposed].flatMap(({page, texts}) =>
      texts.filter(text => !textOf(page).includes(text)).map(text => `${page}: ${text}`),
    );
    expect(missing).toEqual([]);
  });

  it('name every key that is pressed on a pane', () => {
    const [page = ''] = textOf('docs/keys.md').split('\n## Marks');
    const isNamed = (key: string) =>
      [...key].length > 1 ? page.includes(keyLabel(key)) : page.includes(`\`${key}\``);
    // Panes have their numbers: the page says from which to which. Keys for ears are told by their help.
    const named = rows.filter(
      each =>
        !['panes', 'dialogs'].includes(each.group) &&
        !('sense' in each && each.sense === 'ears') &&
        each.keys.length > 0,
    );
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter(({keys}) => !keys.some(isNamed)).map(({action}) => action)).toEqual([]);
  });

  it('name every mark that the help lists', () => {
    const page = textOf('docs/keys.md');
    const signs = allSigns
      .flatMap(([, ...of]) => of.map(({sign}) => sign.trim()))
      .filter(each => !/\d ms/.test(each));
    expect(signs.length).toBeGreaterThan(15);
    expect(signs.filter(sign => !page.includes(`\`${sign}\``))).toEqual([]);
  });

  it('name every column, label and badge of the screen', () => {
    const all = pages.map(textOf).join('\n');
    const columns = [...Object.values(paneColumns).flat(), ...activityColumns].map(each => each.heading);
    const sections = tablesOfFigures.flatMap(name => {
      const line = {
        key: '',
        of: 'record',
        behind: {pane: 'trades', rows: []},
        name: '',
        currency: '',
        count: 0,
        note: 'x',
      };
      return columnsFor(name, {name, lines: [line as PortfolioLine], isPartial: false}, true).map(
        each => each.heading,
      );
    });
    const labels = [...sourcesIn('src/desk/order/tickets'), ...sourcesIn('src/desk/order')].flatMap(text =>
      [...text.matchAll(/label: '([^']+)'/g)].map(([, label = '']) => label.replace(' (optional)', '')),
    );
    const badges = ['src/ui/top', 'src/core/intents', 'src/core/halt']
      .flatMap(sourcesIn)
      .flatMap(text =>
        [...text.matchAll(/['`]([A-Z]{3,}(?: [A-Z]+)?)(?! ?[A-Z])/g)].map(([, badge = '']) => badge),
      );
    expect(Math.min(columns.length, sections.length, labels.length, badges.length)).toBeGreaterThan(20);
    const wanted = new Set([...columns, ...sections, ...labels, ...badges]);
    expect([...wanted].filter(each => !all.toLowerCase().includes(each.toLowerCase()))).toEqual([]);
  });

  it('have one list of every state of a write, an order and an Easy Option', () => {
    const [, list = ''] = textOf('docs/troubleshooting.md').split('## States, status, badges');
    const [words = ''] = list.split('\n## ');
    const states = [...Object.keys(isOver), ...orderStatuses, ...easyOptionStatuses];
    expect(states.filter(state => !words.includes(`\`${state}\``))).toEqual([]);
  });

  it('have a table of keys that a person can scan', () => {
    const cells = textOf('docs/keys.md')
      .split('\n')
      .filter(line => line.startsWith('|'))
      .flatMap(line => line.split('|'));
    expect(cells.filter(cell => cell.trim().length > 120)).toEqual([]);
  });

  it('have at most 22,000 words', () => {
    const words = docs.flatMap(page => textOf(page).split(/\s+/).filter(Boolean));
    expect(words.length).toBeLessThanOrEqual(22_000);
  });

  it('answer a person by the words of a first week with real money', () => {
    const asked = [...textOf('docs/questions.md').matchAll(/\*\*(.+?)\*\*/gs)].map(([, words]) => words);
    const all = asked.join('\n').toLowerCase().replace(/\s+/g, ' ');
    const words = [
      'panic, cancel all, kill switch, mistake, typo, fat finger, undo, wifi, offline, disconnect, slept, frozen, stuck',
      'crash, lag, latency, timeout, duplicate, rejected, limit hit, daily loss, unlock, market closed, suspended',
      'maintenance, weekend, holiday, stolen, password, stop loss, time in force, spread, tight, greeks, slippage',
      'partial, queue, rounding, tick size, short, history, broker, unrealized, balance, margin call, expiry, assignment',
      'busted, commission, currency, timezone, tax, spreadsheet, alarm, sound, mobile, mouse, copy, font, colour-blind',
      'keyboard, reload, two machines, two accounts, token, new laptop, backup, reinstall, log, script, json, cron',
      'american, dte, import, corrupt, fair value, subscription, condor, accident, hide amounts, docker, batch',
      'vertical, credit, rebind, day p/l, itm, kill -9',
      'badge, status, close out, close everything, close half, cancel/replace, no reply, internet, underlying price alert',
    ];
    const missing = words.flatMap(line => line.split(', ')).filter(each => !all.includes(each));
    expect(missing).toEqual([]);
  });

  it('are all in their index', () => {
    const index = textOf('docs/README.md');
    const others = docs.filter(page => page !== 'docs/README.md');
    expect(others.filter(page => !index.includes(`(${page.slice(5)})`))).toEqual([]);
  });

  it('have a front page of at most 900 words and 120 columns', () => {
    const text = textOf('README.md');
    expect(text.split(/\s+/).length).toBeLessThanOrEqual(900);
    expect(text.split('\n').filter(line => line.length > 120)).toEqual([]);
  });
});
