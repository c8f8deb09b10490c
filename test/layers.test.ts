import {readdirSync, readFileSync} from 'node:fs';
import {dirname, join, normalize} from 'node:path';
import {describe, expect, it} from 'vitest';

/** What each layer may import of ours: a folder, a file, or a file's types alone (`type:`). */
const allowed: Record<string, string[]> = {
  api: [],
  text: [],
  term: ['text/'],
  account: ['api/', 'text/'],
  core: ['api/', 'account/', 'folders', 'text/'],
  desk: ['api/', 'account/', 'core/', 'folders', 'text/'],
  ui: [
    ...['desk/', 'core/', 'account/', 'text/', 'term/screen/cells', 'term/screen/style'],
    ...['type:term/screen/ink', 'type:term/keyboard/input', 'type:api/'],
  ],
  paper: ['api/wire/', 'folders'],
  config: [
    'api/base-url',
    'api/wire/dialect',
    'api/signing/program',
    'api/wire/records',
    'account/model/vocabulary',
    'desk/filter/nearest',
  ],
};

/**
 * A program that signs is started by the client, with its environment, and ended with all that it has started.
 */
const ownsProcesses = 'api/signing/program.ts';

/** Only the effects may call the client; the rest of the desk knows its types, values and errors. */
const clientFiles = ['api/index', 'api/client', 'api/http/transport'];

const root = new URL('../src', import.meta.url).pathname;

const imports = readdirSync(root, {recursive: true, encoding: 'utf8'})
  .filter(file => /\.tsx?$/.test(file) && file.includes('/'))
  .flatMap(file => {
    const source = readFileSync(join(root, file), 'utf8');
    return [
      ...source.matchAll(/^(?:import|export)\s+(type\s)?[^;]*?from\s+'(\.[^']+)'|import\('(\.[^']+)'\)/gm),
    ].map(match => ({
      file,
      layer: file.split('/')[0] ?? '',
      isType: match[1] !== undefined,
      isLater: match[3] !== undefined,
      target: normalize(join(dirname(file), match[2] ?? match[3] ?? '')).replace(/\.tsx?$/, ''),
    }));
  });

const mayImport = ({layer, isType, target}: (typeof imports)[number]) =>
  target.startsWith(`${layer}/`) ||
  (allowed[layer] ?? []).some(rule =>
    rule.startsWith('type:') ? isType && target.startsWith(rule.slice(5)) : target.startsWith(rule),
  );

/** A folder and one inside it are one topic: they may import each other. */
function isWithin(arrow: string): boolean {
  const [from = '', to = ''] = arrow.split(' ');
  return from === to || `${from}/`.startsWith(`${to}/`) || `${to}/`.startsWith(`${from}/`) || to === '.';
}

describe('the layers', () => {
  it('are all read', () => {
    expect(new Set(imports.map(each => each.layer))).toEqual(
      new Set(['account', 'api', 'commands', 'config', 'core', 'desk', 'paper', 'term', 'ui']),
    );
  });

  it('import only what the table allows', () => {
    const broken = imports.filter(each => allowed[each.layer] !== undefined && !mayImport(each));
    expect(broken.map(each => `${each.file} imports ${each.target}`)).toEqual([]);
  });

  it('have no two folders that import each other', () => {
    const arrows = new Set(
      imports.map(({file, target}) => `${dirname(file)} ${dirname(target)}`).filter(each => !isWithin(each)),
    );
    const pairs = [...arrows].filter(arrow => {
      const [from = '', to = ''] = arrow.split(' ');
      return from < to && arrows.has(`${to} ${from}`);
    });
    expect(pairs).toEqual([]);
  });

  it('call the client only in the effects', () => {
    const calls = imports.filter(
      each =>
        ['account', 'core', 'desk'].includes(each.layer) &&
        !each.isType &&
        !each.file.startsWith('desk/effects') &&
        clientFiles.some(file => each.target === file),
    );
    expect(calls.map(each => `${each.file} imports ${each.target}`)).toEqual([]);
  });

  it('fit table columns only in the table code', () => {
    const fitting = imports.filter(({target}) => target === 'ui/table/fit');
    expect(fitting.length).toBeGreaterThan(1);
    expect(fitting.map(({file}) => file).filter(file => !file.startsWith('ui/table/'))).toEqual([]);
  });

  it('say in a review what the account is, and nothing of the page in view', () => {
    const tickets = imports.filter(({file}) => file.startsWith('desk/order/tickets/'));
    expect(tickets.length).toBeGreaterThan(10);
    const seeing = tickets.filter(({target}) => target === 'desk/state' || target.startsWith('desk/feeds/'));
    expect(seeing.map(({file, target}) => `${file} imports ${target}`)).toEqual([]);
    const lines = readFileSync(join(root, 'desk/order/review-lines.ts'), 'utf8');
    expect(lines.match(/^.*\bfeeds\b(?!\/).*$/gm) ?? []).toEqual([]);
  });

  it('create folders in one place, because the function of Node may never return', () => {
    const making = readdirSync(root, {recursive: true, encoding: 'utf8'}).filter(
      file =>
        /\.tsx?$/.test(file) &&
        file !== 'folders.ts' &&
        /\bmkdir(Sync)?\(/.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(making).toEqual([]);
  });

  it('take the time and chance as arguments below the commands', () => {
    const asking = readdirSync(root, {recursive: true, encoding: 'utf8'}).filter(
      file =>
        /^(account|core|desk|ui)\/.*\.tsx?$/.test(file) &&
        // It waits for a lock.
        file !== 'core/journal/file.ts' &&
        /\b(?:Date|performance)\.now\(\)|\bnew Date\(\)|\bMath\.random\(/.test(
          readFileSync(join(root, file), 'utf8'),
        ),
    );
    expect(asking).toEqual([]);
  });

  it('use process.* only in main and the commands', () => {
    const touching = readdirSync(root, {recursive: true, encoding: 'utf8'}).filter(
      file =>
        /^(api|account|core|desk|ui|term|config|paper)\/.*\.tsx?$/.test(file) &&
        file !== ownsProcesses &&
        /(?<![\w.])process\.(?!hrtime)|'(?:node:)?process'/.test(
          readFileSync(join(root, file), 'utf8').replace(/\/\/.*|\/\*[\s\S]*?\*\//g, ''),
        ),
    );
    expect(touching).toEqual([]);
  });
});

describe('the start of the dashboard', () => {
  it('loads no SQL, no Ink, nor what else takes long: the HTTP of Node would bring another undici', () => {
    const loaded = new Set(['commands/dashboard/dashboard']);
    // A set that grows while it is walked is walked to its end.
    for (const module of loaded)
      for (const {file, target, isType, isLater} of imports)
        if (file.replace(/\.tsx?$/, '') === module && !isType && !isLater) loaded.add(target);
    const slow =
      /^import (?!type)[^;]* from '(?:ink|node:(?:http|sqlite|process|readline|child_process|zlib))'/m;
    const isSlow = (file: string) => slow.test(readFileSync(join(root, file), 'utf8'));
    const files = readdirSync(root, {recursive: true, encoding: 'utf8'}).filter(
      file => file.endsWith('.ts') && loaded.has(file.slice(0, -3)),
    );
    expect(files.length).toBeGreaterThan(100);
    expect(files.filter(isSlow)).toEqual([]);
    expect(files).not.toContain('core/journal/file.ts');
  });
});
