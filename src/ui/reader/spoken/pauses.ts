/**
 * Signs that part words are a pause to ears and no word. Orca begins with most punctuation spoken and says
 * "left paren" and "quote", and "colon" twice in a time; others swallow them.
 */
export function asPauses(text: string): string {
  const timed = text.replace(behindDay, ', ').replace(time, clock);
  const named = timed.replace(quotedName, (_, name) => `, named ${withoutEnds(name)}, ${endOfName},`);
  return signs.reduce((heard, [sign, pause]) => heard.replace(sign, pause), named).trim();
}

/** As reviews quote the name of a record behind its id. */
const quotedName = /(?<=\d) "([^"]*)"/g;
const endOfName = 'end of name';

/** A name is free text of the service: without these words in it, it cannot seem to end before it does. */
function withoutEnds(name: string): string {
  const rest = name.replace(/\bend\W+of\W+name\b/gi, ' ');
  return rest === name ? name : withoutEnds(rest);
}

const behindDay = /(?<=\d [A-Z][a-z]{2,8}(?: 20\d\d)?) (?=\d\d:\d\d)/g;
/** Not an address and its port. */
const time = /(?<![\w.:])(\d\d):(\d\d)(?::(\d\d))?(?!\w|:\w|\.\d)/g;

const clock = (_: string, hours: string, minutes: string, seconds?: string) =>
  [hours, minutes, seconds].filter(each => each !== undefined).join(' ');

/** In this order: each leaves pauses behind that the last ones put right. */
const signs: readonly (readonly [RegExp, string])[] = [
  [/"/g, ''],
  [/\(([^()]*)\)/g, ', $1, '],
  [/;(?=\s|$)/g, ','],
  [/\s+/g, ' '],
  [/ (?=[,.:](?:\s|,|$)|$)/g, ''],
  [/(?<![.,])[.,]*,(?=[.?!:]|$)/g, ''],
  [/(?<![.,])[.,]+(?=,)/g, ''],
  [/^[, ]+/, ''],
];
