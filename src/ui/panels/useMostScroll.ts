import {useCallback, useEffect} from 'react';
import type {State} from '../../desk/state.ts';
import {useDesk, useSurroundings} from '../store.ts';

/** @param mostIn undefined unless only the panel knows the list's length */
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
