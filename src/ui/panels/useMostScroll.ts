import {useCallback, useEffect} from 'react';
import type {State} from '../../desk/model/state.ts';
import {useDesk, useSurroundings} from '../store.ts';

/**
 * Tells the desk how far the list that is open scrolls, whenever that is not what it knows: keys stop there.
 * @param mostIn undefined while no list is open whose length the panel alone knows
 */
export function useMostScroll(mostIn: (state: State) => number | undefined): void {
  const {store} = useSurroundings();
  const select = useCallback(
    (state: State) => {
      const most = mostIn(state);
      return 'most' in state.overlay && state.overlay.most !== most ? most : undefined;
    },
    [mostIn],
  );
  const most = useDesk(select);
  useEffect(() => {
    if (most !== undefined) store.send({type: 'scrollTold', most});
  }, [store, most]);
}
