/** Maps argv to a command. The code of a command is loaded only when it runs. */
import {reportEnd, Unable} from './commands/line/exit.ts';
import {type CommandLine, parseLine} from './commands/line/parse-line.ts';

/** Resolves to the exit code, if it is not 0. */
type Run = (line: CommandLine, host: NodeJS.Process) => Promise<unknown>;

const commands: Readonly<Record<CommandLine['command'], () => Promise<Run>>> = {
  dashboard: async () => (await import('./commands/dashboard/dashboard.ts')).openDashboard,
  paper: async () => (await import('./commands/paper.ts')).runPaper,
  list: async () => (await import('./commands/list.ts')).runList,
  show: async () => (await import('./commands/list.ts')).runShow,
  portfolio: async () => (await import('./commands/portfolio.ts')).runPortfolio,
  day: async () => (await import('./commands/day.ts')).runDay,
  doctor: async () => (await import('./commands/doctor.ts')).runDoctor,
  config: async () => (await import('./commands/config.ts')).runConfig,
  watch: async () => (await import('./commands/watch.ts')).runWatch,
  status: async () => (await import('./commands/status.ts')).runStatus,
  propose: async () => (await import('./commands/agents/propose.ts')).runPropose,
  mcp: async () => (await import('./commands/mcp.ts')).runMcp,
  halt: async () => (await import('./commands/halt.ts')).runHalt,
  'same-account': async () => (await import('./commands/same-account.ts')).runSameAccount,
  'resolve-old': async () => (await import('./commands/resolve-old.ts')).runResolveOld,
  report: async () => (await import('./commands/report.ts')).runReport,
  completion: async () => (await import('./commands/completion.ts')).runCompletion,
};

const allProfiles = async (): Promise<Run> => (await import('./commands/all-profiles.ts')).runForAll;

void main(process).then(code => {
  process.exitCode = typeof code === 'number' ? code : 0;
});

async function main(host: NodeJS.Process): ReturnType<Run> {
  const output = hearBrokenOutput(host);
  // Without a listener, Node opens its debugger on this signal.
  host.on('SIGUSR1', () => {});
  // Its default listener writes over the drawn screen. The dashboard logs them; doctor says what it can mend.
  host.removeAllListeners('warning');
  try {
    const line = parseLine(host.argv.slice(2), OPTTY_VERSION);
    const run = await (line.flags.allProfiles === true ? allProfiles() : commands[line.command]());
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
