import {counted, number} from '../../account/words/text.ts';
import {openIn, sheetOf} from '../../desk/dialogs/index.ts';
import {asIn} from '../../desk/key-words.ts';
import {hasLetter, questionOf} from '../../desk/order/questions.ts';
import type {Block, BlockOf, Item, Sheet, SheetField} from '../../desk/sheet.ts';
import type {State} from '../../desk/state.ts';
import {sanitize} from '../../text/sanitize.ts';
import {kinds} from '../dialog/allot.ts';
import {spokenOf} from '../dialog/text-blocks.ts';
import {characterInWords, sentence, sentences, toEars} from './spoken.ts';

/**
 * The spoken lines of a change in an open dialog: all of it when it opens, then what is typed, and the place
 * that a key moves to. `spokenQuestion` speaks a question.
 */
export function dialogSpeech(before: State, after: State): string[] {
  const sheet = sheetOf(after);
  const asked = find(sheet, 'question');
  if (asked !== undefined) return besideQuestion(before, sheet, asked);
  const [was, is] = [heardIn(before), heardIn(after)];
  if (questionOf(before.overlay) !== undefined && find(sheet, 'fields') !== undefined) return is.place;
  if (before.overlay.kind !== after.overlay.kind || was.title !== is.title) return is.opening;
  const moved = was.at === is.at ? [] : [...leftInWords(before), ...is.place];
  return [...typedSpeech(before, after), ...moved];
}

/** `at` differs where the place has changed, `title` where all is said anew. */
function heardIn(state: State) {
  const sheet = sheetOf(state);
  const [form, label, list] = [find(sheet, 'fields'), find(sheet, 'field')?.label, listIn(state)];
  const line = openIn(state)?.line;
  const all = inWords(sheet);
  if (form !== undefined) {
    const [place, ways = ''] = [fieldInWords(form), find(sheet, 'keys')?.spoken];
    const opening = [...all, ...place, ways].filter(each => each !== '');
    return {title: '', opening, place, at: `${form.focus}`};
  }
  if (label !== undefined) {
    const typed = line === undefined || line.text === '' ? 'empty' : toEars(line.text);
    return {title: label, opening: [`${label}, ${typed}.`], place: [], at: ''};
  }
  if (list === undefined) return {title: '', opening: all, place: all, at: line ? '' : all.join('\n')};
  const {title, lines, index} = list;
  const place = [lines[index] ?? ''].filter(each => each !== '');
  const opening = lines.length === 0 ? [sentence(title)] : [`${title}, ${counted(lines.length, 'line')}.`];
  return {title, opening: [...opening, ...place], place, at: `${index} ${place}`};
}

function find<K extends Block['is']>(sheet: Sheet, is: K): BlockOf<K> | undefined {
  return sheet.find((each): each is BlockOf<K> => each.is === is);
}

function inWords(sheet: Sheet, isAgain = false): string[] {
  return sentences(...sheet.flatMap(block => kinds[block.is].said(block as never, isAgain)));
}

export type SpokenQuestion = NonNullable<ReturnType<typeof spokenQuestion>>;

/**
 * Spoken once in full, ending with the key that confirms; `again` and `press` are for later changes. undefined
 * until all of it is loaded.
 */
export function spokenQuestion(state: State) {
  const sheet = sheetOf(state);
  const asked = find(sheet, 'question');
  if (asked === undefined || asked.isReading || asked.held !== undefined) return undefined;
  const {question, does, insist, back} = asked;
  const body = [...sheet.filter(each => each.is !== 'way'), ...sheet.filter(each => each.is === 'way')];
  // A drawn letter may be misheard, so it is spelled.
  const press = `Press ${question.key}${hasLetter(question) ? `, as in ${asIn(question.key)},` : ''}`;
  const confirm = `${press} to ${sentence(does + insist)}`;
  return {
    question,
    does: does + insist,
    body: inWords(body),
    again: inWords(body, true),
    end: `${spokenOf(back)} goes back. ${confirm}`,
    confirm,
    press: sentence(press),
  };
}

function besideQuestion(before: State, sheet: Sheet, is: BlockOf<'question'>): string[] {
  const earlier = sheetOf(before);
  const was = find(earlier, 'question');
  const isNew = was?.question.number !== is.question.number;
  const isRead = is.isReading && (isNew || was?.isReading !== true);
  const title = isNew ? `${inWords(sheet.slice(0, 1)).join('').replace(/\.$/, '')}: reading the record` : '';
  const {notice} = is.question;
  const isTurned = was?.question.revision !== is.question.revision;
  const item = isNew || isTurned || itemIn(earlier) === itemIn(sheet) ? undefined : itemIn(sheet);
  const held = isNew || was?.held !== is.held ? is.held : undefined;
  return sentences(
    isRead && (title || 'Reading it again'),
    held,
    was?.question.notice !== notice && notice,
    item,
  );
}

function itemIn(sheet: Sheet): string | undefined {
  const items = find(sheet, 'items');
  return items?.items[items.at]?.text;
}

export function listIn(state: State) {
  const block = sheetOf(state).find(each => 'title' in each && 'items' in each);
  if (block === undefined) return undefined;
  const {title, items, at: index} = block;
  const lines = items.map(itemInWords).filter(each => each !== '');
  const isNone = lines.length === 0 && block.is === 'choices' && block.none !== undefined;
  return {title, lines: isNone ? [block.none] : lines, index};
}

type SpokenItem = Partial<Pick<Item, 'mark' | 'text'>> & {readonly spoken?: string | readonly string[]};

const itemInWords = ({mark, text = '', spoken = `${mark?.text ?? ''}${text}`}: SpokenItem) =>
  sentences(...[spoken].flat()).join(' ');

export const mostSpoken = (state: State) =>
  Math.max(0, (listIn(state)?.lines ?? find(sheetOf(state), 'items')?.items ?? []).length - 1);

/** `Price, 1k, sends 1,000.` */
function fieldInWords({fields, focus, isMarked}: BlockOf<'fields'>): string[] {
  const field = fields[focus];
  if (field === undefined) return [];
  const told = [field.label, valueInWords(field), ...(isMarked ? ['selected'] : [])].join(', ');
  return sentences(told, field.error);
}

function valueInWords({value, sends}: SheetField): string {
  // Spoken `m` would be minutes.
  const typed = number(value).replace(/(?<=\d)m$/i, ' million');
  return [value === '' ? 'empty' : typed, sends && `sends ${number(sends)}`].filter(Boolean).join(', ');
}

function focusedIn(state: State): SheetField | undefined {
  const form = find(sheetOf(state), 'fields');
  return form?.fields[form.focus];
}

/** The field of a form that was typed into, as it is left. */
function leftInWords(before: State): string[] {
  const left = focusedIn(before);
  if (left === undefined || isMarked(before) || left.value === '' || left.is === 'side') return [];
  return sentences(`${left.label} ${valueInWords(left)}`, left.error);
}

function typedSpeech(before: State, after: State): string[] {
  const [left, field] = [focusedIn(before), focusedIn(after)];
  const [was, is] = [left?.value ?? openIn(before)?.line?.text, field?.value ?? openIn(after)?.line?.text];
  // A price that follows the ask would be said with each poll.
  const isFollowed = isMarked(before) && isMarked(after);
  if (was === undefined || is === undefined || left?.name !== field?.name || isFollowed) return [];
  if (was === is) return sentences(find(sheetOf(after), 'field')?.error);
  if (field?.is === 'side') return sentences(is);
  // The first typed letter replaced the marked value.
  const old = isMarked(before) ? '' : was;
  if (old === is || Math.abs(grownBy(old, is)) === 1) return [];
  return [is === '' ? 'Empty.' : sentence(number(is))];
}

/**
 * Echoes typing in place, as a shell does: Orca and NVDA speak only letters on the screen. A deleted character
 * is named too, since Orca takes the row that scrolls away for the deleted text.
 */
export function typedEcho(before: State, after: State): string {
  const [was, is] = [openIn(before)?.line, openIn(after)?.line];
  const isSameLine = before.overlay.kind === after.overlay.kind && was?.field === is?.field;
  if (was === undefined || is === undefined || !isSameLine) return '';
  // A price that follows the ask is marked, before and after.
  if (isMarked(after)) return '';
  const old = isMarked(before) ? '' : was.text;
  const grown = grownBy(old, is.text);
  if (grown === -1) return `, ${characterInWords(typedIn(is.text, old))} deleted, `;
  return grown === 1 ? sanitize(typedIn(old, is.text)) : '';
}

export const isMarked = (state: State) => find(sheetOf(state), 'fields')?.isMarked === true;

const grownBy = (before: string, after: string) => [...after].length - [...before].length;

function typedIn(shorter: string, longer: string): string {
  const few = [...shorter];
  return [...longer].find((each, index) => each !== few[index]) ?? '';
}

export function lineInWords(state: State): string[] {
  const sheet = sheetOf(state);
  const form = find(sheet, 'fields');
  if (form !== undefined)
    return [...fieldInWords(form), ...inWords(sheet.filter(each => each.is === 'remark'))];
  const line = openIn(state)?.line;
  if (line === undefined) return [];
  const {label, error = ''} = find(sheet, 'field') ?? {};
  const hint = label === undefined ? sentences(error) : inWords(sheet);
  return [`Typed, ${line.text === '' ? 'nothing' : toEars(number(line.text))}.`, ...hint];
}
