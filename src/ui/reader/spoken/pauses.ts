/**
 * Signs that part words are a pause to ears and no word. Orca begins with most punctuation spoken and says
 * "left paren" and "quote", and "colon" twice in a time; others swallow them.
 */
export function asPauses(text: string): string {
  const timed = text.replace(behindDay, ', ').replace(time, clock);
  return signs.reduce((heard, [sign, pause]) => heard.replace(sign, pause), timed).trim();
}

const behindDay = /(?<=\d [A-Z][a-z]{2,8}(?: 20\d\d)?) (?=\d\d:\d\d)/g;
/** Not an address and its port. */
const time = /(?<![\w.:])(\d\d):(\d\d)(?::(\d\d))?(?!\w|:\w|\.\d)/g;

const clock = (_: string, hours: string, minutes: string, seconds?: string) =>
  [hours, minutes, seconds].filter(each => each !== undefined).join(' ');

/** In this order: each leaves pauses behind that the last ones put right. */
const signs: readonly (readonly [RegExp, string])[] = [
  [/(?<=\d) "(?=[^"]*")/g, ', '],
  [/"/g, ''],
  [/\(([^()]*)\)/g, ', $1, '],
  [/;(?=\s|$)/g, ','],
  [/\s+/g, ' '],
  [/ (?=[,.:](?:\s|,|$)|$)/g, ''],
  [/(?<![.,])[.,]*,(?=[.?!:]|$)/g, ''],
  [/(?<![.,])[.,]+(?=,)/g, ''],
  [/^[, ]+/, ''],
];
