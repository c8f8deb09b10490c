/** What both plain programs share: the cards, asked for each second, and a selection that j and k move. */
import {useApp, useInput} from 'ink';
import {useEffect, useState} from 'react';
import type {BenchCard} from './market.ts';

export function useCards(): BenchCard[] {
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

export function useSelection(count: number): number {
  const [selected, setSelected] = useState(0);
  const {exit} = useApp();
  useInput(input => {
    if (input === 'j') setSelected(row => Math.min(row + 1, count - 1));
    else if (input === 'k') setSelected(row => Math.max(row - 1, 0));
    else if (input === 'q') exit();
  });
  return selected;
}
