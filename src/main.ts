/** argv to a command. Each command's code loads only when it is the one to run. */
import type {Line} from './commands/line.ts';

process.exitCode = await main(process);

async function main(host: NodeJS.Process): Promise<number> {
  const args = host.argv.slice(2);
  if (args.length === 1 && (args[0] === '--version' || args[0] === '-v')) {
    host.stdout.write(`${OPTTY_VERSION}\n`);
    return 0;
  }
  try {
    return await run(await lineOf(args), host);
  } catch (error) {
    const {report} = await import('./commands/report.ts');
    return report(error, host);
  }
}

/** The dashboard without a flag, the start that counts most, does not wait for a parser of flags. */
async function lineOf(args: readonly string[]): Promise<Line> {
  if (args.length === 0) return {command: 'dashboard', arguments: [], flags: {}};
  const {parseLine} = await import('./commands/line.ts');
  return parseLine(args, OPTTY_VERSION);
}

async function run(line: Line, host: NodeJS.Process): Promise<number> {
  switch (line.command) {
    case 'dashboard': {
      const {openDashboard} = await import('./commands/open-dashboard.ts');
      return openDashboard(line, host);
    }
    case 'config': {
      const {runConfig} = await import('./commands/config.ts');
      return runConfig(line, host);
    }
    case 'completion': {
      const {runCompletion} = await import('./commands/completion.ts');
      return runCompletion(line, host);
    }
    default:
      return line.command satisfies never;
  }
}
