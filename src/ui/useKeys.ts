import {useInput} from 'ink';
import type {KeyPress} from '../term/keyboard/input.ts';
import {useSend} from './desk.tsx';

export type KeySource = {readonly current: KeyPress | undefined};

/** Ink says when a key arrives; the layer below it knows which one, and when it was pressed. */
export function useKeys(keyboard: KeySource): void {
  const send = useSend();
  useInput(() => {
    const key = keyboard.current;
    if (key !== undefined) send({type: 'pressed', key});
  });
}
