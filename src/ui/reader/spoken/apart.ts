import {number} from '../../format.ts';

/**
 * What is written closely, taken apart for ears: days, symbols and ids. Nothing is read into it: a symbol is
 * said in its own parts and order, and of `27NOV26` nobody knows which end is the year.
 */
const months = {
  JAN: 'January',
  FEB: 'February',
  MAR: 'March',
  APR: 'April',
  MAY: 'May',
  JUN: 'June',
  JUL: 'July',
  AUG: 'August',
  SEP: 'September',
  OCT: 'October',
  NOV: 'November',
  DEC: 'December',
} as const;
const names = Object.values(months);

const monthOf = (month: string) => names[Number(month) - 1] ?? month;

const isoDay = /\b(\d{4})-(\d\d)-(\d\d)\b(?![\w-])/g;
/** As columns of times are short: month, day and time. */
const shortDay = /(?<![\w-])(\d\d)-(\d\d)(?= \d\d:\d\d)/g;
const fullMinute = /\b(\d\d:\d\d):00(?= UTC)/g;
const symbol = /(?<![\w-])[A-Z][A-Z0-9]*(?:-[A-Z0-9]+(?:\.\d+)?){2,}(?![\w-])/g;
const day = /(?<!\w)(\d{1,2}) ?(JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC) ?(\d\d)(?!\w)/g;
/** Where a number stands for itself. */
const level = /\b(above|below) (\d{4,})(?![\d.,]*\d)/gi;
/** `strikePrice` as two words. */
const joined = /\b[a-z]{2,}(?:[A-Z][a-z]+)+\b/g;
/** Nobody hears a number of sixteen digits by its value. */
const longId = /(?<![\w.,-])\d{9,}(?![\w-]|[.,]\d)/g;

/** Whatever else it may be, a year is said as it is. */
const isYear = (digits: string) => /^(?:19|20)\d\d$/.test(digits);

export function takenApart(text: string): string {
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
    .replace(day, (_, date, month: keyof typeof months, year) => `${Number(date)} ${months[month]} ${year}`)
    .replace(level, (_, word, value) => `${word} ${number(value)}`)
    .replace(joined, each => each.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`))
    .replace(longId, id => (id.match(/.{1,4}/g) ?? [id]).join(' '));
}
