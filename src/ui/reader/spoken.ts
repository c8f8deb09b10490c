import {number} from '../../account/words/text.ts';
import {asIn, characters} from '../../desk/key-words.ts';
import {sanitize} from '../../text/sanitize.ts';

/** Order matters. The context distinguishes a minus from a hyphen, and a day from a letter. */
const heardAs: readonly (readonly [RegExp, string])[] = [
  [/\buP\/L\b/g, 'unrealized P L'],
  [/\bP\/L\b/g, 'P L'],
  [/(?<!\S)!!? (?=[A-Z])/g, ''],
  [/(?<!\S)! /g, 'exclamation mark '],
  [/^\s*- /, ''],
  [/≥|>=/g, ' at least '],
  [/≤|<=/g, ' at most '],
  [/<(?=\d)/g, 'under '],
  [/>(?=-?\d)/g, 'over '],
  [/(?<=\d)–(?=\d)/g, ' to '],
  [/ ?[·•] ?/g, ', '],
  [/ @ /g, ' at '],
  [/ → /g, ' to '],
  [/(?<![\w.#])#(?=\w)/g, 'number '],
  [/(?<![\w.)\]-])[-−](?=\.?\d)/g, 'minus '],
  [/(?<![\w.])\+(?=\.?\d)/g, 'plus '],
  [/\s?%/g, ' percent'],
  [/\bUP_DOWN (?=(?:UP|DOWN)\b)/g, 'up or down, '],
  [/\bUP_DOWN\b/g, 'up or down'],
  [/(?<=[A-Z])_(?=[A-Z])/g, ' '],
  [/(?<![\w.-])1d\b/g, '1 day'],
  [/(?<![\w.-])(\d+)d\b/g, '$1 days'],
  [/(?<![\w.-])1h\b/g, '1 hour'],
  [/(?<![\w.-])(\d+)h\b/g, '$1 hours'],
  [/(?<![\w.-])1m\b/g, '1 minute'],
  [/(?<![\w.-])(\d+)m\b/g, '$1 minutes'],
  [/(?<![\d.,])1 ms\b/g, '1 millisecond'],
  [/(?<![\d.,])1 s\b/g, '1 second'],
  [/(?<=\d) ms\b/g, ' milliseconds'],
  [/(?<=\d) s\b/g, ' seconds'],
  [/↑/g, 'up arrow'],
  [/↓/g, 'down arrow'],
  [/←/g, 'left arrow'],
  [/→/g, 'right arrow'],
  [/[`…]/g, ''],
  // The remaining signs and drawing characters mean nothing in speech.
  [/[\u2190-\u2bff]|\p{So}/gu, ''],
  [/\s+/g, ' '],
  [/ (?=[,.;:](?:\s|$))/g, ''],
];

const path = /((?<!\S)\/[^\s/]+\/\S+)/;

export function toEars(text: string): string {
  const inWords = (part: string) =>
    heardAs.reduce((heard, [sign, word]) => heard.replace(sign, word), takenApart(part));
  const parts = sanitize(text).split(path);
  return asPauses(parts.map((part, index) => (index % 2 === 1 ? part : inWords(part))).join(''));
}

export function sentence(text: string): string {
  const words = toEars(text);
  return words === '' || /[.?!:]$/.test(words) ? words : `${words}.`;
}

export const sentences = (...texts: readonly (string | false | undefined)[]) =>
  texts.flatMap(each => (each ? sentence(each) : [])).filter(each => each !== '');

export function wordsIn(text: string): number {
  return text.split(/\s+/).filter(each => /[\p{L}\p{N}]/u.test(each)).length;
}

export function characterInWords(character: string): string {
  if (/^[a-z]$/i.test(character)) return asIn(character);
  return characters[character] ?? toEars(character);
}

// Compact text for speech: days, symbols and ids. Nothing is interpreted: a symbol keeps its parts and their
// order, since in `27NOV26` either end may be the year.
const months = 'January February March April May June July August September October November December'.split(
  ' ',
);

const monthOf = (month: string) => months[Number(month) - 1] ?? month;
const monthNamed = (start: string) => months.find(each => each.toUpperCase().startsWith(start)) ?? start;

const isoDay = /\b(\d{4})-(\d\d)-(\d\d)\b(?![\w-])/g;
const shortDay = /(?<![\w-])(\d\d)-(\d\d)(?= \d\d:\d\d)/g;
const fullMinute = /\b(\d\d:\d\d):00(?= UTC)/g;
const symbol = /(?<![\w-])[A-Z][A-Z0-9]*(?:-[A-Z0-9]+(?:\.\d+)?){2,}(?![\w-])/g;
const day = /(?<!\w)(\d{1,2}) ?(JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC) ?(\d\d)(?!\w)/g;
const level = /\b(above|below) (\d{4,})(?![\d.,]*\d)/gi;
const joined = /\b[a-z]{2,}(?:[A-Z][a-z]+)+\b/g;
const longId = /(?<![\w.,-])\d{9,}(?![\w-]|[.,]\d)/g;

const isYear = (digits: string) => /^(?:19|20)\d\d$/.test(digits);

function takenApart(text: string): string {
  return text
    .replace(isoDay, (_, year, month, date) => `${Number(date)} ${monthOf(month)} ${year}`)
    .replace(shortDay, (_, month, date) => `${Number(date)} ${monthOf(month)}`)
    .replace(fullMinute, '$1')
    .replace(symbol, each =>
      each
        .split('-')
        .map(part => (/^\d{4,}$/.test(part) && !isYear(part) ? number(part) : part))
        .join(' '),
    )
    .replace(day, (_, date, month, year) => `${Number(date)} ${monthNamed(month)} ${year}`)
    .replace(level, (_, word, value) => `${word} ${number(value)}`)
    .replace(joined, each => each.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`))
    .replace(longId, id => (id.match(/.{1,4}/g) ?? [id]).join(' '));
}

/** Orca by default speaks most punctuation ("left paren", "colon" twice in a time); other readers skip it. */
function asPauses(text: string): string {
  const timed = text.replace(behindDay, ', ').replace(time, clock);
  const named = timed
    .replace(quotedName, (_, name) => `, named ${withoutEnds(name)}, end of name,`)
    .replace(quotedWords, (_, words) => `, quote, ${withoutEnds(words)}, end of quote,`);
  return signs.reduce((heard, [sign, pause]) => heard.replace(sign, pause), named).trim();
}

/** Reviews quote a record's name after its id. */
const quotedName = /(?<=\d) "([^"]*)"/g;
const quotedWords = /(?<=\b(?:Reason|by)) "([^"]*)"/gi;

/** Text of the service or of a proposer must not contain the words that mark its end. */
function withoutEnds(name: string): string {
  const rest = name.replace(/\bend\W+of\W+(?:name|quote)\b/gi, ' ');
  return rest === name ? name : withoutEnds(rest);
}

const behindDay = /(?<=\d [A-Z][a-z]{2,8}(?: 20\d\d)?) (?=\d\d:\d\d)/g;
/** Not an address with a port. */
const time = /(?<![\w.:])(\d\d):(\d\d)(?::(\d\d))?(?!\w|:\w|\.\d)/g;

const clock = (_: string, hours: string, minutes: string, seconds?: string) =>
  [hours, minutes, seconds].filter(each => each !== undefined).join(' ');

/** Order matters: each leaves pauses that the last ones clean up. */
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
