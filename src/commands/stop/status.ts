import {LinkError} from '../../api/errors.ts';
import type {Config} from '../../config/config.ts';
import {openJournal} from '../../desk/journal/journal.ts';
import {JournalError} from '../../desk/journal/problem.ts';
import {isEnd} from '../../desk/stop/record.ts';
import {boundService, connect} from '../connect.ts';
import {readHost} from '../dashboard/host.ts';
import {exitCodes, Unable} from '../line/exit.ts';
import type {StopTeller} from './lines.ts';

/** How the stop stands by the journal, and whether the service still lists nothing. Nothing is written. */
export async function tellStatus(config: Config, host: NodeJS.Process, teller: StopTeller): Promise<number> {
  const paper = Promise.withResolvers<never>();
  const connection = await connect(config, {env: host.env, onPaperError: paper.reject});
  const opened = await openJournal({path: config.statePaths.journal, host: readHost(host.pid)});
  try {
    if (opened instanceof JournalError) throw new Unable(opened.message);
    const journal = opened.bind(boundService(connection, config), config.profile.label);
    const record = journal.stop.seen();
    const asked = connection.client.listOrders({page: 1, pageSize: 1});
    const listed = await Promise.race([asked, paper.promise]).catch((error: unknown) => error);
    if (listed instanceof LinkError) {
      teller.standing(record, 'the service cannot be reached');
      return exitCodes.unreachable;
    }
    if (listed instanceof Error) throw listed;
    const {rows = [], total = 0} = (await asked).value;
    const open = Math.max(rows.length, total);
    const hasEnded = record?.progress !== undefined && isEnd(record.progress.word);
    teller.standing(record, hasEnded && open > 0 ? `LISTED AGAIN: ${open} open` : '');
    return hasEnded && open === 0 ? exitCodes.done : exitCodes.failed;
  } finally {
    if (!(opened instanceof JournalError)) opened.close();
    await connection.close();
  }
}
