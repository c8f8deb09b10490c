/** Maps argv to a command. The code of a command is loaded only when it runs. */
import {type CommandLine, parseLine} from './commands/line/line.ts';
import {reportEnd} from './commands/line/report-end.ts';

void main(process).then(code => {
  process.exitCode = code;
});

async function main(host: NodeJS.Process): Promise<number> {
  quietBrokenPipe(host);
  // Without a listener, Node opens its debugger on this signal.
  host.on('SIGUSR1', () => {});
  withoutSqliteWarning(host);
  try {
    return await run(parseLine(host.argv.slice(2), OPTTY_VERSION), host);
  } catch (error) {
    return reportEnd(error, host);
  }
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
      const {runStatus} = await import('./commands/status.ts');
      return runStatus(line, host);
    }
    case 'stop': {
      const {runStop} = await import('./commands/stop.ts');
      return runStop(line, host);
    }
    case 'replay': {
      const {runReplay} = await import('./commands/replay.ts');
      return runReplay(line, host);
    }
    case 'report': {
      const {runReport} = await import('./commands/report.ts');
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

/** A closed pipe (`optty list | head`) is no error. The dashboard handles a lost terminal itself. */
function quietBrokenPipe({stdout, stderr, exit}: NodeJS.Process): void {
  const onError = (stream: NodeJS.WriteStream, code: (error: NodeJS.ErrnoException) => number) =>
    stream.on('error', error => {
      if (!stdout.isTTY) exit(code(error));
    });
  onError(stdout, error => (error.code === 'EPIPE' ? 0 : 1));
  onError(stderr, () => 1);
}

/** Node 22 warns at every start that SQLite is experimental; users cannot act on it. */
function withoutSqliteWarning(host: NodeJS.Process): void {
  const emit = host.emitWarning.bind(host) as (...warning: unknown[]) => void;
  host.emitWarning = (...warning: unknown[]) => {
    if (!String(warning[0]).startsWith('SQLite is an experimental feature')) emit(...warning);
  };
}
