import {Box} from 'ink';
import type {State} from '../../desk/state.ts';
import {paneTitles} from '../../desk/vocabulary.ts';
import {Line} from '../Line.tsx';
import {bannerLines, keysLine, messageLine} from '../lines/footer.ts';
import {headerLine} from '../lines/header.ts';
import {summaryLine} from '../lines/summary.ts';
import {Panel} from '../Panel.tsx';
import {details} from '../panels/details.ts';
import {sameLines, useDesk} from '../store.ts';
import {noPaint} from '../theme.ts';
import {useKeys} from '../useKeys.ts';

/**
 * The pane as a screen reader should hear it: what is selected, in whole sentences, and nothing that only fills a
 * grid. The keys are the same as everywhere.
 */
export function Reading() {
  useKeys();
  const lines = useDesk(readingLines, sameLines);
  const isAsking = useDesk(({overlay, details: hasDetails}) => overlay.kind !== 'none' || hasDetails);
  const {columns, rows} = useDesk(state => state.viewport);
  return (
    <Box flexDirection="column">
      {lines.map((line, index) => (
        <Line key={`line ${String(index)}`} text={line} />
      ))}
      {isAsking ? <Panel columns={Math.max(40, columns)} rows={Math.max(10, rows)} /> : null}
    </Box>
  );
}

function readingLines(state: State): string[] {
  const {pane} = state;
  const lines = [
    tidy(headerLine(state, noPaint)),
    ...bannerLines(state, 2, noPaint).map(tidy),
    `${paneTitles[pane]}. ${tidy(summaryLine(state, noPaint))}`,
    selectedSentence(state),
    tidy(messageLine(state, noPaint)),
    state.overlay.kind === 'none' ? `Keys: ${tidy(keysLine(state, noPaint))}` : '',
  ];
  return lines.filter(line => line !== '');
}

const tidy = (line: string) => line.trim().replace(/\s{2,}/g, ', ');

/** The selected record, its named fields that the service told. */
function selectedSentence(state: State): string {
  const {pane} = state;
  const fields = details(state)?.filter(each => each.value !== '-') ?? [];
  if (fields.length === 0) return 'No row is selected.';
  const place =
    pane === 'activity'
      ? ''
      : `Row ${state.feeds[pane].selectedIndex + 1} of ${state.feeds[pane].rows.length}. `;
  const chosen = state.settings.columns[pane];
  const first = fields.filter(each => chosen.includes(each.field));
  return `${place}${(first.length > 0 ? first : fields).map(each => `${each.field} ${each.value}`).join(', ')}.`;
}
