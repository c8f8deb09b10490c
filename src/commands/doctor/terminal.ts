/** What the terminal can do, by its environment and by asking it. */
import {type Check, ok, skipped, warning} from './check.ts';

type Host = Pick<NodeJS.Process, 'stdin' | 'stdout' | 'env'>;

const patienceMs = 500;

export async function checkTerminal(host: Host): Promise<Check[]> {
  const {stdin, stdout, env} = host;
  if (!stdin.isTTY || !stdout.isTTY)
    return [skipped('terminal', 'none here; run optty doctor on one to see what it can do')];
  const answers = await ask(stdin, stdout);
  return [size(stdout), colours(stdout, env), utf8(env), synchronized(answers), clipboard(answers, env)];
}

function size({columns, rows}: NodeJS.WriteStream): Check {
  const found = `${columns}x${rows}`;
  return columns >= 40 && rows >= 10
    ? ok('size', found)
    : warning('size', found, 'The dashboard needs 40x10.');
}

function colours(stdout: NodeJS.WriteStream, env: Host['env']): Check {
  if (env.NO_COLOR) return ok('colours', 'off by NO_COLOR; signs tell everything');
  const depth = stdout.getColorDepth(env);
  return ok(
    'colours',
    depth >= 24 ? 'true colour' : depth >= 8 ? '256' : depth >= 4 ? '16' : 'none; signs tell everything',
  );
}

function utf8({LC_ALL, LC_CTYPE, LANG}: Host['env']): Check {
  const locale = LC_ALL || LC_CTYPE || LANG || '';
  if (/utf-?8/i.test(locale)) return ok('UTF-8', locale);
  return warning(
    'UTF-8',
    locale === '' ? 'no locale is set' : locale,
    'If lines look broken, set LANG to a UTF-8 locale or use --ascii.',
  );
}

function synchronized(answers: string): Check {
  const [, state] = /\x1b\[\?2026;(\d)\$y/.exec(answers) ?? [];
  return state === undefined || state === '0' || state === '4'
    ? ok('synchronized output', 'no; large changes may be seen being drawn')
    : ok('synchronized output', 'yes');
}

/** Newer terminals name 52 among their attributes; the others do not tell, and cannot be tried without copying. */
function clipboard(answers: string, env: Host['env']): Check {
  if (/\x1b\[\?(?:\d+;)*52(?:;\d+)*c/.test(answers)) return ok('copy (OSC 52)', 'yes');
  if (env.TMUX) return ok('copy (OSC 52)', 'through tmux, by its own buffer as well');
  return ok('copy (OSC 52)', 'the terminal does not tell; press y on a row and paste');
}

/**
 * Asks for synchronized output and for the device's attributes; every terminal answers the latter, so that its answer
 * ends the waiting.
 */
async function ask(stdin: NodeJS.ReadStream, stdout: NodeJS.WriteStream): Promise<string> {
  let answers = '';
  const {promise, resolve} = Promise.withResolvers<void>();
  const hear = (chunk: Buffer) => {
    answers += chunk.toString('latin1');
    if (/\x1b\[\?[\d;]*c/.test(answers)) resolve();
  };
  const wasRaw = stdin.isRaw;
  stdin.setRawMode(true);
  stdin.on('data', hear);
  stdout.write('\x1b[?2026$p\x1b[c');
  const timer = setTimeout(resolve, patienceMs);
  await promise;
  clearTimeout(timer);
  stdin.off('data', hear);
  stdin.setRawMode(wasRaw);
  stdin.pause();
  return answers;
}
