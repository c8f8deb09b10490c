/** The candidate that a mistyped word most likely meant, or none when nothing is close. Letter case does not count. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const typed = word.slice(0, longestCompared).toLowerCase();
  const ranked = candidates
    .map(candidate => ({candidate, distance: distanceTo(typed, candidate.toLowerCase())}))
    .sort((a, b) => a.distance - b.distance);
  const best = ranked[0];
  return best !== undefined && best.distance <= Math.max(1, Math.ceil(typed.length / 2.5))
    ? best.candidate
    : undefined;
}

/** Longer words are no member's name; comparing them whole would only cost time. */
const longestCompared = 40;

/** A word that is the start of the other, or inside it, is close however much is missing. */
function distanceTo(typed: string, candidate: string): number {
  if (typed.length >= 2 && candidate.startsWith(typed)) return 0.5;
  if (typed.length >= 4 && candidate.includes(typed)) return 0.75;
  return editDistance(typed, candidate);
}

/** Letters added, dropped, changed, or swapped with their neighbour. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({length: b.length + 1}, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const cost = a[row - 1] === b[column - 1] ? 0 : 1;
      let best = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + cost,
      );
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (isSwap) best = Math.min(best, (beforeLast[column - 2] ?? 0) + 1);
      current.push(best);
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? 0;
}
