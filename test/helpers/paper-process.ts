/**
 * A paper service in a process of its own: settings as JSON in the first argument, its address as JSON on
 * stdout.
 */
import type {PaperOptions} from '../../src/paper/options.ts';
import {startPaper} from '../../src/paper/server.ts';

const {origin, token, ledgerId} = await startPaper(JSON.parse(process.argv[2] ?? '{}') as PaperOptions);
process.stdout.write(`${JSON.stringify({origin, token, ledgerId})}\n`);
