/** argv to a command. Each command's code loads only when it is the one to run. */
import type {CommandLine} from './commands/line/line.ts';
import {quickLine} from './commands/line/quick.ts';

void main(process).then(code => {
  process.exitCode = code;
});

async function main(host: NodeJS.Process): Promise<number> {
  const args = host.argv.slice(2);
  quietBrokenPipe(host);
  // Without a listener Node opens its debugger to whoever is on the machine.
  host.on('SIGUSR1', () => {});
  if (args.length === 1 && (args[0] === '--version' || args[0] === '-v')) {
    host.stdout.write(`${OPTTY_VERSION}\n`);
    return 0;
  }
  withoutSqliteWarning(host);
  try {
    const line = await lineOf(args);
    return await run(line, host);
  } catch (error) {
    const {reportEnd} = await import('./commands/line/report-end.ts');
    return reportEnd(error, host);
  }
}

async function lineOf(args: readonly string[]): Promise<CommandLine> {
  const quick = quickLine(args);
  if (quick !== undefined) return quick;
  const {parseLine} = await import('./commands/line/line.ts');
  return parseLine(args, OPTTY_VERSION);
}

async function run(line: CommandLine, host: NodeJS.Process): Promise<number> {
  switch (line.command) {
    case 'dashboard': {
      const {openDashboard} = await import('./commands/dashboard.ts');
      return openDashboard(line, host);
    }
    case 'paper': {
      const {runPaper} = await import('./commands/paper.ts');
      return runPaper(line, host);
    }
    case 'list': {
      const {runList} = await import('./commands/list.ts');
      return runList(line, host);
    }
    case 'show': {
      const {runShow} = await import('./commands/show.ts');
      return runShow(line, host);
    }
    case 'book': {
      const {runBook} = await import('./commands/book.ts');
      return runBook(line, host);
    }
    case 'doctor': {
      const {runDoctor} = await import('./commands/doctor.ts');
      return runDoctor(line, host);
    }
    case 'config': {
      const {runConfig} = await import('./commands/config.ts');
      return runConfig(line, host);
    }
    case 'watch': {
      const {runWatch} = await import('./commands/watch.ts');
      return runWatch(line, host);
    }
    case 'status': {
      const {runStatus} = await import('./commands/status/status.ts');
      return runStatus(line, host);
    }
    case 'stop': {
      const {runStop} = await import('./commands/stop.ts');
      return runStop(line, host);
    }
    case 'replay': {
      const {runReplay} = await import('./commands/replay/replay.ts');
      return runReplay(line, host);
    }
    case 'report': {
      const {runReport} = await import('./commands/report/report.ts');
      return runReport(line, host);
    }
    case 'completion': {
      const {runCompletion} = await import('./commands/completion.ts');
      return runCompletion(line, host);
    }
    default:
      return line.command satisfies never;
  }
}

/**
 * `optty list | head` is no failure: who stopped reading has what they wanted. A terminal that is lost is the
 * dashboard's own matter: it takes its leave in its own way.
 */
function quietBrokenPipe({stdout, stderr, exit}: NodeJS.Process): void {
  const onError = (stream: NodeJS.WriteStream, code: (error: NodeJS.ErrnoException) => number) =>
    stream.on('error', error => {
      if (!stdout.isTTY) exit(code(error));
    });
  onError(stdout, error => (error.code === 'EPIPE' ? 0 : 1));
  onError(stderr, () => 1);
}

/** Node 22 calls its SQLite experimental at every start; nobody who reads that can do anything about it. */
function withoutSqliteWarning(host: NodeJS.Process): void {
  const emit = host.emitWarning.bind(host) as (...warning: unknown[]) => void;
  host.emitWarning = (...warning: unknown[]) => {
    if (!String(warning[0]).startsWith('SQLite is an experimental feature')) emit(...warning);
  };
}
