import type {Cue, Playhead} from './walk.ts';

/** Places that were played through and are kept, so that what lies behind one of them is near. */
export type Shelf = {
  keep(head: Playhead): void;
  /** The last one that is kept at a place of its segment or before it. */
  nearest(cue: Cue): Playhead | undefined;
};

/**
 * States share what they have in common with their neighbours, so a place costs what changed up to it.
 * @param most places; beyond them those go that nobody has asked for or kept for longest
 */
export function createShelf(most: number): Shelf {
  const kept = new Map<string, Playhead>();
  const keyOf = ({segment, taken}: Cue) => `${segment} ${taken}`;
  const touch = (head: Playhead) => {
    const key = keyOf(head);
    kept.delete(key);
    kept.set(key, head);
  };
  return {
    keep(head) {
      touch(head);
      const [oldest] = kept.keys();
      if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    },
    nearest({segment, taken}) {
      let best: Playhead | undefined;
      for (const each of kept.values())
        if (each.segment === segment && each.taken <= taken && each.taken > (best?.taken ?? 0)) best = each;
      if (best !== undefined) touch(best);
      return best;
    },
  };
}
