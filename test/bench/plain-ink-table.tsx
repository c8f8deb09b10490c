/** A dashboard as one would write it with Ink and ink-table: as many rows as the screen has room for. */
import {Box, render, Text} from 'ink';
import {Table} from 'ink-table';
import {useCards, useSelection} from './plain-ink-feed.ts';

/** A rule stands between any two rows, and around the title and the heading. */
const rows = Math.floor(((process.stdout.rows ?? 40) - 6) / 2);

function App() {
  const cards = useCards().slice(0, rows);
  const selected = useSelection(cards.length);
  const data = cards.map((card, index) => ({
    '': index === selected ? '>' : ' ',
    title: card.title,
    type: card.type,
    dir: card.direction,
    asset: card.underlying,
    target: card.targetPrice,
    trigger: card.triggerPrice ?? '-',
    ask: card.currentAskPrice.toFixed(2),
    active: String(card.active),
  }));
  return (
    <Box flexDirection="column">
      <Text bold>Cards</Text>
      {data.length > 0 && <Table data={data} />}
    </Box>
  );
}

render(<App />);
