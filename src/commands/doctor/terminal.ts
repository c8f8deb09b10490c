import {performance} from 'node:perf_hooks';
import {setTimeout} from 'node:timers/promises';
import type {Look, Theme} from '../../account/model/vocabulary.ts';
import type {Config} from '../../config/config.ts';
import {
  localeOf,
  Probe,
  type TerminalEnvironment,
  type TerminalReport,
  takesOsc,
} from '../../term/capabilities.ts';
import {Keyboard} from '../../term/keyboard/input.ts';
import {lookOf} from '../host.ts';
import {type Check, ok, skipped, warning} from './finding.ts';

type Host = Pick<NodeJS.Process, 'stdin' | 'stdout' | 'env'>;

export async function checkTerminal(config: Config, host: Host) {
  const {stdin, stdout, env} = host;
  if (!stdin.isTTY || !stdout.isTTY) {
    const checks = [skipped('terminal', 'none; run optty doctor in a terminal to check it')];
    return {checks, look: lookOf(config, env)};
  }
  const {probed, replies} = await ask(host);
  const look = lookOf(config, env, probed);
  const checks = [
    ok('terminal', env.TERM ? `TERM=${env.TERM}` : 'TERM is not set'),
    size(stdout),
    colours(config, look),
    background(config.theme, look),
    characters(config, look, probed, env),
    clipboard(replies, env),
  ];
  return {checks, look};
}

function size({columns, rows}: NodeJS.WriteStream): Check {
  const found = `${columns}x${rows}`;
  return columns >= 40 && rows >= 10
    ? ok('size', found)
    : warning('size', found, 'The dashboard needs 40x10.');
}

function colours({color}: Config, {colors}: Look): Check {
  if (!color) return ok('colours', 'off; signs show everything');
  return ok('colours', colors === 0 ? 'none; signs show everything' : String(colors));
}

function background(theme: Theme, look: Look): Check {
  const found = look.background ?? 'unknown, assumed dark';
  const chosen = look.background === 'light' ? 'light' : 'default';
  return ok('background', theme === 'auto' ? `${found}; theme ${chosen}` : `${found}; theme ${theme} is set`);
}

function characters({ascii}: Config, look: Look, {utf8}: TerminalReport, env: TerminalEnvironment): Check {
  if (ascii !== undefined)
    return ok('UTF-8', ascii ? 'not used: ASCII is set' : 'used: ASCII is switched off');
  const locale = localeOf(env) === '' ? 'no locale is set' : `locale ${localeOf(env)}`;
  const shown = utf8 === undefined ? 'unknown' : `the terminal draws ${utf8 ? 'it' : 'none'}`;
  if (!look.ascii) return ok('UTF-8', `yes: ${shown}, ${locale}`);
  return warning(
    'UTF-8',
    `no, using ASCII: ${shown}, ${locale}`,
    'To draw lines, set LANG to a UTF-8 locale.',
  );
}

/** Newer terminals report 52 in their attributes; others can be tested only by copying. */
function clipboard(replies: readonly string[], env: TerminalEnvironment): Check {
  const told = [...replies.join('').matchAll(/\x1b\[\?([\d;]*)c/g)];
  if (told.some(([, all = '']) => all.split(';').includes('52'))) return ok('copy (OSC 52)', 'yes');
  if (env.TMUX) return ok('copy (OSC 52)', 'through tmux, also its own buffer');
  if (env.STY) return ok('copy (OSC 52)', 'through screen, not confirmed');
  return ok('copy (OSC 52)', 'unknown; press y on a row and paste');
}

async function ask({
  stdin,
  stdout,
  env,
}: Host): Promise<{probed: TerminalReport; replies: readonly string[]}> {
  const replies: string[] = [];
  const {promise, resolve} = Promise.withResolvers<TerminalReport>();
  const now = () => performance.now();
  const probe = new Probe({now, takesOsc: takesOsc(env), onProbed: resolve});
  const keyboard = new Keyboard({
    now,
    onReply(reply) {
      replies.push(reply);
      probe.answered(reply);
    },
  });
  const wasRaw = stdin.isRaw;
  stdin.setRawMode(true);
  stdin.on('data', keyboard.feed);
  stdout.write(probe.ask());
  const probed = await promise;
  // A reply that is late would land in the shell.
  while (probe.isAsking) await setTimeout(50);
  probe.close();
  stdin.off('data', keyboard.feed);
  keyboard.close();
  stdin.setRawMode(wasRaw);
  stdin.pause();
  return {probed, replies};
}
