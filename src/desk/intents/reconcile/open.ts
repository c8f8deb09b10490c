import type {EasyOption} from '../../../api/wire/records.ts';
import type {DraftOf, Intent} from '../intent.ts';
import {
  afterSend,
  all,
  type Fit,
  type FoundRecord,
  newnessTo,
  sameNumber,
  sameText,
  type Verdict,
  verdictOn,
  type WholeRead,
} from './matching.ts';

/**
 * An open answer names no record, so it is looked for among the card's Easy Options, less those that were there
 * before the send. By card and amount: a PENDING one may have no openTime yet. One that has was not opened
 * before the send; the list may lag, so that what another client opened before came into it only after.
 */
export function reconcileOpen(intent: Intent, draft: DraftOf<'open'>, read: WholeRead): Verdict {
  const isNew = newnessTo(intent);
  const found = read.easyOptions.map(
    (row): FoundRecord => ({
      recordId: row.id,
      fit: all([
        isNew(row.id),
        sameText(row.cardId, draft.cardId),
        sameNumber(row.investmentAmount, draft.investmentAmount),
        openedAfterSend(row, intent, read),
      ]),
      words: rowWords(row),
      seen: {easyOption: row},
    }),
  );
  return verdictOn(found, 'No new Easy Option of this card and amount is listed.');
}

/** Without a time on it, or a clock to read it by, the other parts decide. */
function openedAfterSend({openTime}: EasyOption, intent: Intent, read: WholeRead): Fit {
  return openTime === undefined || read.clock === undefined ? 'yes' : afterSend(openTime, intent, read);
}

function rowWords(row: EasyOption): string {
  return `#${row.id} ${row.status ?? ''} ${row.investmentAmount ?? 'of unknown amount'}`.replace(/\s+/g, ' ');
}
