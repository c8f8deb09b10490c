/**
 * A dashboard as one would write it with Ink alone: a row to a `<Text>`, as many as the screen has room for.
 */
import {Box, render, Text, useApp, useInput} from 'ink';
import {useEffect, useState} from 'react';
import type {BenchCard} from './market.ts';

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

/** The cards, asked for each second. */
function useCards(): BenchCard[] {
  const [cards, setCards] = useState<BenchCard[]>([]);
  useEffect(() => {
    let timer: NodeJS.Timeout;
    const poll = async () => {
      const response = await fetch(`${process.env.OPTTY_BASE_URL}/v1/easy-options/list`);
      setCards((await response.json()) as BenchCard[]);
      timer = setTimeout(poll, 1000);
    };
    void poll();
    return () => clearTimeout(timer);
  }, []);
  return cards;
}

/** A row that j and k move. */
function useSelection(count: number): number {
  const [selected, setSelected] = useState(0);
  const {exit} = useApp();
  useInput(input => {
    if (input === 'j') setSelected(row => Math.min(row + 1, count - 1));
    else if (input === 'k') setSelected(row => Math.max(row - 1, 0));
    else if (input === 'q') exit();
  });
  return selected;
}

render(<App />);
