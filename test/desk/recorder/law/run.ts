/**
 * `npm run prove -- replay [SESSIONS] [FIRST SEED]` records sessions of the simulation and of random keys, and
 * replays each from its beginning and from every snapshot. Panels and dialogs are compared by their lines, and
 * one seed in `--ink-every N` (10, and 1 for plants; 0 for none) by the frames that Ink draws as well. `--plant
 * NAME` breaks the program on purpose, and `--plants` tells of each such way how many sessions it takes to find
 * it.
 */
import {once} from 'node:events';
import {mkdirSync, readFileSync} from 'node:fs';
import {availableParallelism} from 'node:os';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';
import {Worker} from 'node:worker_threads';
import {build, type Plugin} from 'esbuild';
import type {Compared} from './drift.ts';
import {type Plant, plants} from './plants.ts';
import type {Proved} from './shard.ts';

const {values, positionals} = parseArgs({
  allowPositionals: true,
  options: {
    plant: {type: 'string'},
    plants: {type: 'boolean', default: false},
    shards: {type: 'string'},
    'ink-every': {type: 'string'},
  },
});
const [wanted = 1_000, first = 1] = positionals.map(Number);
const isPlanted = values.plants || values.plant !== undefined;
const inkEvery = Number(values['ink-every'] ?? (isPlanted ? 1 : 10));
const shards = Number(values.shards ?? availableParallelism());
/** So often it is told how far it is. */
const tellEvery = 100;
const top = fileURLToPath(new URL('../../../../', import.meta.url));

if (values.plants) {
  for (const name of Object.keys(plants)) await tellPlant(name);
} else {
  const proved = await prove(values.plant, Number.POSITIVE_INFINITY);
  process.stdout.write(
    `${proved.sessions} sessions from seed ${first}, ${proved.messages} messages: ${proved.drifts} different\n`,
  );
  process.stdout.write(`${comparedWords(proved)}\n`);
  process.exitCode = proved.drifts === 0 ? 0 : 1;
}

function comparedWords({plain, lines, frame}: Compared): string {
  const panels = `${lines + frame} panels and dialogs by their lines`;
  return `compared after a message or at a snapshot: ${plain} plain screens, ${panels}, ${frame} of them as Ink's frames`;
}

/** One that no session finds is an error: the proof has become blind to it. */
async function tellPlant(name: string): Promise<void> {
  const {sessions, drifts} = await prove(name, 1);
  process.stdout.write(`${name}: ${drifts > 0 ? 'found' : 'NOT FOUND'} in ${sessions} sessions\n`);
  if (drifts === 0) process.exitCode = 1;
}

/** @param mostDrifts so many end it */
async function prove(plantName: string | undefined, mostDrifts: number) {
  const program = await bundled(plantName);
  const sum = {sessions: 0, messages: 0, drifts: 0, plain: 0, lines: 0, frame: 0};
  let seed = first;
  // As the program is built, and so that a cursor is drawn where there is no terminal.
  const env = {...process.env, NODE_ENV: 'production', FORCE_COLOR: '1'};
  const run = async () => {
    const worker = new Worker(program, {
      env,
      workerData: {inkEvery},
      resourceLimits: {maxYoungGenerationSizeMb: 64},
    });
    while (sum.sessions < wanted && sum.drifts < mostDrifts) {
      worker.postMessage(seed++);
      const [proved] = (await once(worker, 'message')) as [Proved];
      sum.sessions += proved.sessions;
      sum.messages += proved.messages;
      sum.drifts += proved.drifts.length;
      sum.plain += proved.compared.plain;
      sum.lines += proved.compared.lines;
      sum.frame += proved.compared.frame;
      for (const drift of proved.drifts) process.stdout.write(`${drift}\n`);
      if (Math.floor(sum.sessions / tellEvery) === Math.floor((sum.sessions - proved.sessions) / tellEvery))
        continue;
      process.stdout.write(`${sum.sessions} sessions, ${sum.messages} messages, ${sum.drifts} different\n`);
    }
    await worker.terminate();
  };
  await Promise.all(Array.from({length: shards}, run));
  return sum;
}

/** Node reads no JSX, and what is planted must stand in the sources as they are read. */
async function bundled(plantName: string | undefined): Promise<string> {
  const plant = plantName === undefined ? undefined : plantNamed(plantName);
  const folder = `${top}node_modules/.cache/optty`;
  mkdirSync(folder, {recursive: true});
  const outfile = `${folder}/replay-law-${process.pid}.mjs`;
  await build({
    entryPoints: [fileURLToPath(new URL('shard.ts', import.meta.url))],
    ...{outfile, bundle: true, platform: 'node', format: 'esm', packages: 'external', jsx: 'automatic'},
    plugins: plant === undefined ? [] : [planting(plant)],
    logLevel: 'error',
  });
  return outfile;
}

function plantNamed(name: string): Plant {
  const plant: Plant | undefined = new Map<string, Plant>(Object.entries(plants)).get(name);
  if (plant === undefined) throw new Error(`There is no such plant: ${Object.keys(plants).join(', ')}`);
  return plant;
}

function planting({file, from, to}: Plant): Plugin {
  return {
    name: 'planting',
    setup(bundler) {
      bundler.onLoad({filter: new RegExp(`/${file.replaceAll('.', '\\.')}$`)}, ({path}) => {
        const source = readFileSync(path, 'utf8');
        if (!source.includes(from)) throw new Error(`${file} has no ${from} any more`);
        return {contents: source.replace(from, to), loader: file.endsWith('x') ? 'tsx' : 'ts'};
      });
    },
  };
}
