/** `optty replay --print`, `--svg` and `--html`: a recording without a terminal. */
import type {Millis} from '../../api/wire/records.ts';
import type {Config} from '../../config/config.ts';
import {ConfigError} from '../../config/error.ts';
import type {Recording} from '../../desk/recorder/file/recording.ts';
import {drawsUtf8} from '../../term/capabilities.ts';
import {clock} from '../../ui/times.ts';
import {exitCodes, exitDone} from '../line/exit.ts';
import type {CommandLine} from '../line/line.ts';
import {say} from '../output/output.ts';
import {pageOfSpan, pictureAt, textAt, writePrint} from './prints.ts';
import {spanOf} from './span.ts';

type Given = {
  readonly flags: CommandLine['flags'];
  readonly config: Config;
  readonly host: NodeJS.Process;
  readonly recording: Recording;
  /** The time that a flag names, if it is given. */
  readonly timeOf: (flag: 'at' | 'from' | 'to') => Millis | undefined;
};

/** Makes what is asked for, and resolves to the exit code. */
export async function runPrints({flags, config, host, recording, timeOf}: Given): Promise<number> {
  const at = timeOf('at');
  const moment = at ?? recording.to;
  // A file is read by more than the terminal that it was made on.
  const ascii = config.ascii ?? false;
  if (flags.print === true) {
    const isPlain = config.ascii ?? (host.stdout.isTTY && !drawsUtf8(host.env));
    host.stdout.write(await textAt(recording, moment, isPlain));
  }
  if (typeof flags.svg === 'string') {
    const ground = config.theme === 'light' ? 'light' : 'dark';
    const svg = await pictureAt(recording, moment, {ground, ascii, hasColors: config.color});
    await writePrint(flags.svg, svg, host.stdout);
  }
  if (typeof flags.html !== 'string') return exitDone;
  const span = spanOf({at, from: timeOf('from'), to: timeOf('to')}, recording);
  if ('wrong' in span) throw new ConfigError({source: '--from, --to', expectation: `${span.wrong}.`});
  const {html, cutAt, zone} = await pageOfSpan(recording, span, ascii);
  await writePrint(flags.html, html, host.stdout);
  if (cutAt === undefined) return exitDone;
  say(
    host.stderr,
    `optty: the page ends at ${clock(cutAt, zone)}, where it grew too large. A shorter span has room.\n`,
  );
  return exitCodes.partial;
}
