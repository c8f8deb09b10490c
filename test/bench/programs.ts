/** The programs that are measured side by side. */
import {existsSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {delimiter, join, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';
import {build} from 'esbuild';
import {openTerminal, type TerminalOptions, type TestTerminal} from '../helpers/terminal.ts';
import {clockTitle} from './market.ts';
import type {BenchService} from './service.ts';

/** What is put between the program and its emulator. */
type Way = Pick<TerminalOptions, 'onOutput' | 'link'>;

export type Measured = {
  name: string;
  /** How often it asks the service. */
  periodMs: number;
  /** Whether it has rows that a key moves along. */
  hasKeys: boolean;
  /** What its first data looks like. */
  firstData: string | RegExp;
  open(way?: Way): TestTerminal;
};

type OriginOf = BenchService['originOf'];

type Bench = {programs: Measured[]; end(): void};

/** What the dashboard is held against, by its name in the table. */
export const inkRows = 'Ink rows';
export const watchJq = 'watch + jq';

const entry = fileURLToPath(new URL('../../dist/optty.cjs', import.meta.url));

/**
 * Everything that this machine has: the dashboard as built, the plain programs, and what is installed beside
 * them.
 * @param other the folder of another build, `dist` of another state of the repository
 */
export async function programsFor({originOf}: BenchService, other?: string): Promise<Bench> {
  const folder = mkdtempSync(join(tmpdir(), 'optty-bench-'));
  await buildPlain(folder);
  const programs = [
    plainInk(originOf, folder),
    ...watchProgram(originOf(watchJq)),
    optty('optty --refresh 1', originOf, folder, 1),
    optty('optty', originOf, folder, 2),
    ...(other === undefined
      ? []
      : [optty('the other build', originOf, join(folder, 'other'), 1, resolve(other, 'optty.cjs'))]),
  ];
  return {programs, end: () => rmSync(folder, {recursive: true, force: true})};
}

/** A plain program, which keeps its compiled code as the dashboard does. */
function plainInk(originOf: OriginOf, folder: string): Measured {
  return {
    name: inkRows,
    periodMs: 1000,
    hasKeys: true,
    firstData: clockTitle,
    open: way =>
      openTerminal({
        command: process.execPath,
        args: [join(folder, 'plain-ink.mjs')],
        env: {
          OPTTY_BASE_URL: originOf(inkRows),
          NODE_ENV: 'production',
          NODE_COMPILE_CACHE: join(folder, 'compiled'),
          TMUX: undefined,
        },
        ...way,
      }),
  };
}

/** The dashboard against a remote service, with a home that is kept from start to start, as a person's is. */
function optty(name: string, originOf: OriginOf, home: string, refresh: number, file = entry): Measured {
  return {
    name,
    periodMs: refresh * 1000,
    hasKeys: true,
    firstData: clockTitle,
    open: way =>
      openTerminal({
        command: process.execPath,
        args: [file, ...(refresh === 2 ? [] : ['--refresh', String(refresh)])],
        env: {...homeIn(home), OPTTY_BASE_URL: originOf(name), OPTTY_TOKEN: 'a-token-of-the-bench'},
        ...way,
      }),
  };
}

const homeIn = (home: string) => ({
  HOME: home,
  XDG_CONFIG_HOME: undefined,
  XDG_STATE_HOME: undefined,
  XDG_CACHE_HOME: undefined,
  NODE_COMPILE_CACHE: undefined,
  TMUX: undefined,
});

function watchProgram(origin: string): Measured[] {
  if (!['watch', 'curl', 'jq', 'column'].every(isInstalled)) return [];
  const fields = '[.title,.type,.direction,.underlying,.targetPrice,.currentAskPrice]';
  const pipe = `curl -s ${origin}/v1/easy-options/list | jq -r '.[]|${fields}|@tsv' | column -t -s "$(printf '\\t')"`;
  const open = (way?: Way) => openTerminal({command: 'watch', args: ['-t', '-n1', pipe], ...way});
  return [{name: watchJq, periodMs: 1000, hasKeys: false, firstData: clockTitle, open}];
}

function isInstalled(command: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some(folder => existsSync(join(folder, command)));
}

/** Bundled as the dashboard is, without the 2 MB of devtools: what is compared is how they draw. */
async function buildPlain(outdir: string): Promise<void> {
  const here = fileURLToPath(new URL('.', import.meta.url));
  await build({
    entryPoints: [join(here, 'plain-ink.tsx')],
    outdir,
    outExtension: {'.js': '.mjs'},
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    jsx: 'automatic',
    logLevel: 'warning',
    define: {'process.env.NODE_ENV': '"production"'},
    // Anything with a default export will do.
    alias: {'react-devtools-core': 'node:util'},
    banner: {
      js: "import {createRequire as bench_require} from 'node:module';const require=bench_require(import.meta.url);",
    },
  });
}
