/**
 * A dashboard as one would write it with Ink alone: a row to a `<Text>`, as many as the screen has room for.
 */
import {Box, render, Text} from 'ink';
import type {BenchCard} from './market.ts';
import {useCards, useSelection} from './plain-ink-feed.ts';

/**
 * The title, the heading, and the line that Ink leaves at the end, lest it clears the whole screen at every
 * frame.
 */
const taken = 3;

function App() {
  const cards = useCards().slice(0, (process.stdout.rows ?? 40) - taken);
  const selected = useSelection(cards.length);
  return (
    <Box flexDirection="column">
      <Text bold>Cards</Text>
      <Text dimColor>{line('title', 'type', 'dir', 'asset', 'target', 'trigger', 'ask', 'active')}</Text>
      {cards.map((card, index) => (
        <Text key={card.id} inverse={index === selected}>
          {row(card)}
        </Text>
      ))}
    </Box>
  );
}

function row(card: BenchCard): string {
  const {title, type, direction, underlying, targetPrice, triggerPrice, currentAskPrice, active} = card;
  const ask = currentAskPrice.toFixed(2);
  return line(
    title,
    type,
    direction,
    underlying,
    `${targetPrice}`,
    `${triggerPrice ?? '-'}`,
    ask,
    `${active}`,
  );
}

function line(...cells: string[]): string {
  const widths = [28, 8, 5, 6, 10, 10, 9, 6];
  return cells.map((cell, column) => cell.padEnd(widths[column] ?? 8)).join(' ');
}

render(<App />);
