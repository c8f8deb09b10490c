import {useInput} from 'ink';
import {useSurroundings} from './store.ts';

/** Every key press goes to the desk as it came; what it does is decided there. */
export function useKeys(): void {
  const {store, keyboard} = useSurroundings();
  useInput(() => {
    const key = keyboard.current;
    if (key !== undefined) store.send({type: 'pressed', key});
  });
}
