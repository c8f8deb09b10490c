import {bookLines, figureInView, indexInList, rowsListed} from '../../desk/book/pane/move.ts';
import {type BookRows, isPartial} from '../../desk/book/rows.ts';
import type {State} from '../../desk/model/state.ts';
import {type FeedPane, feedPanes, paneTitles} from '../../desk/model/vocabulary.ts';
import {sanitize} from '../../term/text/sanitize.ts';
import {number} from '../format.ts';

/**
 * Where in the Book one is and how much of the account has been read, from the fullest to the briefest.
 * @param below how many lines stand below those in view
 */
export function bookPlaces(state: State, below: number): string[] {
  const {list, rows} = state.book;
  const more = below > 0 ? `↓ ${below} below` : '';
  const brief = below > 0 ? `↓${below}` : '';
  if (list !== undefined) {
    const count = rowsListed(state)?.rows.length ?? 0;
    const name = sanitize(list.line.name);
    const at = count === 0 ? 'none' : `row ${indexInList(state) + 1} of ${count}`;
    return [[name, at, more, 'narrowed here'], [at, more, 'narrowed here'], [at, 'narrowed here'], [at]].map(
      joined,
    );
  }
  const lines = bookLines(state);
  const selected = figureInView(state);
  if (selected === undefined) return [readWords(rows)];
  const [at, count] = [lines.indexOf(selected) + 1, lines.length];
  const read = readWords(rows);
  return [
    [`figure ${at} of ${count}`, more, read],
    [`${at}/${count}`, brief, read],
    [read],
    [`${at}/${count}`, brief],
  ].map(joined);
}

const joined = (parts: readonly string[]) => parts.filter(Boolean).join(' · ');

/** `4,000 of 9,120 Easy Options so far`, or that it is the whole account. */
function readWords(rows: BookRows): string {
  const partly = feedPanes.filter(pane => isPartial(rows[pane])).map(pane => partWords(rows, pane));
  if (partly.length > 0) return partly.join(', ');
  return `the whole account: ${number(String(rows.easyOptions.read))} Easy Options, ${number(String(rows.trades.read))} trades`;
}

function partWords(rows: BookRows, pane: FeedPane): string {
  const {read, total, isWhole, unreadable} = rows[pane];
  const of = paneTitles[pane];
  if (isWhole) return `${number(String(unreadable))} ${of} unreadable`;
  const count = total === undefined ? '' : ` of ${number(String(total))}`;
  return `${number(String(read))}${count} ${of} so far`;
}
