/** How long a text of a service may be: whatever is drawn, stored or compared on each frame and poll is bounded here. */

/** Forty times the longest that is documented. */
export const longestText = 10_000;
/** An id that is longer cannot be kept whole; and cut, it could be taken for another. */
export const longestId = 256;
/** Ten times the largest page that is asked for. */
export const mostRows = 100_000;

/** The text; a longer one only as far as that, saying how long it was. */
export function capped(text: string): string {
  if (text.length <= longestText) return text;
  const isPairCut = /[\ud800-\udbff]/.test(text.charAt(longestText - 1));
  return `${text.slice(0, isPairCut ? longestText - 1 : longestText)}… (cut: ${text.length} characters)`;
}
