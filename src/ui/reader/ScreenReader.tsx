import {Box} from 'ink';
import {rowsListed} from '../../desk/book/pane/move.ts';
import {rowsWithAlerts} from '../../desk/feeds/alerts.ts';
import type {State} from '../../desk/model/state.ts';
import {isFeedPane, panes, paneTitles} from '../../desk/model/vocabulary.ts';
import {markedOn} from '../../desk/order/several/marked.ts';
import {bookSentences} from '../book/spoken.ts';
import {holds, searchIn} from '../dialogs/help/help.tsx';
import {confirmedBy} from '../dialogs/question.ts';
import {Line} from '../Line.tsx';
import {filteredWords} from '../lines/filter.ts';
import {bannerLines, keysLine, messageLines} from '../lines/footer.ts';
import {headerLine} from '../lines/header.ts';
import {keyLabel} from '../lines/keys.ts';
import {summaryLine} from '../lines/summary.ts';
import {isFiltered} from '../lines/tabs.ts';
import {Panel} from '../Panel.tsx';
import {details} from '../panels/details.ts';
import {useMostScroll} from '../panels/useMostScroll.ts';
import {keysSentence, liveSentence} from '../past/bar.ts';
import {pastSentence} from '../past/header.ts';
import {sameLines} from '../same.ts';
import {useDesk} from '../store.ts';
import {noPaint} from '../theme.ts';
import {useKeys} from '../useKeys.ts';

/**
 * The pane as a screen reader should hear it: what is selected, in whole sentences, and nothing that only fills
 * a grid or draws a picture. The keys are the same as everywhere.
 */
export function ScreenReader() {
  useKeys();
  useMostScroll(mostRead);
  const lines = useDesk(readingLines, sameLines);
  const isAsking = useDesk(({overlay}) => overlay.kind !== 'none' && overlay.kind !== 'help');
  const columns = useDesk(({viewport}) => Math.max(40, viewport.columns));
  return (
    <Box flexDirection="column">
      {lines.map((line, index) => (
        // A line is known by its place: that is what stays when its text changes.
        <Line key={`line ${String(index)}`} text={line} />
      ))}
      {isAsking ? <Panel columns={columns} rows={linesRead} hasPictures={false} /> : null}
    </Box>
  );
}

/** Of a long list as many lines are given at once. */
const linesRead = 24;

function readingLines(state: State): string[] {
  const {pane, overlay} = state;
  const lines = [
    pastSentence(state),
    liveSentence(state),
    spoken(tidy(headerLine(state, noPaint, true))),
    ...bannerLines(state, 9, noPaint).map(tidy),
    `${paneTitles[pane]}. ${tidy(summaryLine(state, noPaint))}`,
    filterSentence(state),
    newsSentence(state),
    ...(state.pane === 'book' && state.book.list === undefined
      ? bookSentences(state)
      : [selectedSentence(state)]),
    ...(overlay.kind === 'help' || overlay.kind === 'search' ? helpSentences(state) : []),
    tidy(messageLines(state, 9, noPaint).join(' ')),
    state.past === undefined ? keysHere(state) : keysSentence(state),
  ];
  return lines.filter(line => line !== '');
}

function keysHere(state: State): string {
  return state.overlay.kind === 'none' ? `Keys: ${tidy(keysLine(state, noPaint))}` : '';
}

/** What a slash on a tab tells the eye, and how the filter here was met. */
function filterSentence(state: State): string {
  const names = panes.filter(each => isFiltered(state, each)).map(each => paneTitles[each]);
  const how = isFeedPane(state.pane) ? filteredWords(state.feeds[state.pane]) : '';
  return names.length === 0 ? '' : `Filter on ${names.join(', ')}.${how === '' ? '' : ` Here: ${how}.`}`;
}

/** What a star on a tab tells the eye. */
function newsSentence({unvisited}: State): string {
  const names = panes.filter(each => unvisited.has(each)).map(each => paneTitles[each]);
  return names.length === 0 ? '' : `News on ${names.join(', ')}.`;
}

/** Signs that stand beside words are for the eye. */
const spoken = (text: string) => text.replace(/[●○] /g, '').replace(/<(?=\d)/g, 'under ');

/** What a record holds is said as it is, but for the arrow before a direction. */
const worded = (value: string) => value.replace(/^[▲▼] /, '');

/** `targetPrice` as two words. */
const named = (field: string) => field.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`);

const tidy = (line: string) => line.trim().replace(/\s{2,}/g, ', ');

/** The selected record: the fields of its columns, or all of them while the details are open. */
function selectedSentence(state: State): string {
  const {pane} = state;
  const fields = details(state)?.filter(each => each.value !== '-') ?? [];
  if (fields.length === 0) return 'No row is selected.';
  const listed = pane === 'book' ? rowsListed(state)?.pane : pane;
  const place = isFeedPane(pane)
    ? `Row ${state.feeds[pane].selectedIndex + 1} of ${state.feeds[pane].rows.length}. `
    : '';
  const chosen = listed === undefined ? [] : state.settings.columns[listed];
  const first = state.details ? fields : fields.filter(each => chosen.includes(each.field));
  const id = isFeedPane(pane) ? (state.feeds[pane].selected ?? '') : '';
  const signs = [
    markedOn(state, pane).has(id) ? 'Marked. ' : '',
    rowsWithAlerts(state.alerts, pane).has(id) ? 'Has an alert. ' : '',
  ].join('');
  return `${signs}${place}${(first.length > 0 ? first : fields).map(each => `${named(each.field)} ${worded(each.value)}`).join(', ')}.`;
}

function helpSentences(state: State): string[] {
  const {overlay} = state;
  const all = allHelp(state);
  const start = overlay.kind === 'help' ? Math.min(overlay.scroll, Math.max(0, all.length - linesRead)) : 0;
  return all.length === 0 ? ['Nothing in the help holds that.'] : all.slice(start, start + linesRead);
}

/** Each key in a sentence, of those that hold what is looked for. */
function allHelp(state: State): string[] {
  const {settings, isGlassProved} = state;
  const {keys, what} = confirmedBy(settings.bindings, isGlassProved);
  return [
    ...settings.bindings
      .filter(each => each.isFixed === undefined)
      .map(each => `${each.keys.map(keyLabel).join(' or ')}: ${each.label}.`),
    `${keys}: ${what}.`,
  ].filter(each => holds(each, searchIn(state)));
}

function mostRead(state: State): number | undefined {
  return state.overlay.kind === 'help' ? Math.max(0, allHelp(state).length - linesRead) : undefined;
}
