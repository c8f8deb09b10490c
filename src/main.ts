/** Maps argv to a command. The code of a command is loaded only when it runs. */
import {reportEnd, Unable} from './commands/line/exit.ts';
import {type CommandLine, parseLine} from './commands/line/parse-line.ts';
import {say} from './commands/output.ts';

/** Resolves to the exit code, if it is not 0. */
type Run = (line: CommandLine, host: NodeJS.Process) => Promise<unknown>;

async function runOf({command, flags}: CommandLine): Promise<Run> {
  if (flags.allProfiles === true) return (await import('./commands/others.ts')).runForAll;
  switch (command) {
    case 'dashboard':
      return (await import('./commands/dashboard/dashboard.ts')).openDashboard;
    case 'paper':
      return (await import('./commands/paper.ts')).runPaper;
    case 'mcp':
      return (await import('./commands/agents/mcp.ts')).runMcp;
    default:
      return (await import('./commands/others.ts'))[command];
  }
}

void main(process).then(code => {
  process.exitCode = typeof code === 'number' ? code : 0;
});

async function main(host: NodeJS.Process): ReturnType<Run> {
  const output = hearBrokenOutput(host);
  // Without a listener, Node opens its debugger on this signal.
  host.on('SIGUSR1', () => {});
  // Its default listener writes over the drawn screen. The dashboard logs them.
  host.removeAllListeners('warning');
  try {
    const line = parseLine(host.argv.slice(2), OPTTY_VERSION);
    if (typeof line === 'string') {
      say(host.stdout, line);
      return output.exitCode;
    }
    const run = await runOf(line);
    // An exit must not end because nobody reads about it.
    output.isNeeded = line.command !== 'halt';
    const code = await run(line, host);
    return code || output.exitCode;
  } catch (error) {
    return reportEnd(error, host);
  }
}

/** A closed pipe (`optty list | head`) is no error. The dashboard handles a lost terminal itself. */
function hearBrokenOutput(host: NodeJS.Process) {
  const {stdout, stderr, exit} = host;
  const output = {isNeeded: true, exitCode: 0};
  const onError = (code: number) => {
    output.exitCode = code;
    if (output.isNeeded && !stdout.isTTY) exit(code);
  };
  stdout.on('error', ({code}: NodeJS.ErrnoException) => {
    const isTold = output.exitCode !== 0 || code === 'EPIPE' || stdout.isTTY;
    onError(isTold ? output.exitCode : reportEnd(new Unable(unwritable(code)), host));
  });
  stderr.on('error', () => onError(1));
  return output;
}

const unwritable = (code = 'unknown error') =>
  `standard output cannot be written (${code}): free disk space, or write elsewhere.`;
