import {counted, number} from '../../account/words/text.ts';
import {openIn, sheetOf} from '../../desk/dialogs/index.ts';
import {asIn} from '../../desk/key-words.ts';
import {isDrawn} from '../../desk/order/questions.ts';
import type {Block, BlockOf, Item, Sheet, SheetField, Span} from '../../desk/sheet.ts';
import type {State} from '../../desk/state.ts';
import {sanitize} from '../../text/sanitize.ts';
import {characterInWords, sentence, sentences, toEars} from './spoken.ts';

/** The spoken lines of a change in an open dialog: only what is new. `spokenQuestion` speaks a question. */
export function dialogSpeech(before: State, after: State): string[] {
  const sheet = sheetOf(after);
  if (find(sheet, 'question') !== undefined) return besideQuestion(before, after);
  const form = find(sheet, 'fields');
  if (form !== undefined) return formSpeech(before, sheet, form);
  const list = listIn(after);
  if (list === undefined && openIn(after)?.line === undefined) {
    const [was, all] = [inWords(sheetOf(before)), inWords(sheet)];
    return before.overlay.kind === after.overlay.kind && was.join('\n') === all.join('\n') ? [] : all;
  }
  const typed = typedSpeech(before, after);
  // A search of the help says only the typed text.
  return list === undefined || find(sheet, 'field')?.label !== undefined
    ? typed
    : [...typed, ...listSpeech(before, after, list)];
}

function find<K extends Block['is']>(sheet: Sheet, is: K): BlockOf<K> | undefined {
  return sheet.find((each): each is BlockOf<K> => each.is === is);
}

const spokenOf = ({text, spoken = text}: Span) => spoken;
const joined = (row: readonly Span[]) => row.map(spokenOf).join('');

/** More cannot be remembered; the others are read one by one. */
const mostNamed = 5;

/** @param isAgain leaves out notes and old values, which the first time said */
function wordsOf(block: Block, isAgain: boolean): readonly string[] {
  switch (block.is) {
    case 'title':
    case 'way':
      return [joined(block.row)];
    case 'text':
      if (block.on?.startsWith('few') || (isAgain && block.isSaidOnce)) return [];
      return block.between === undefined ? [joined(block.row)] : block.row.map(spokenOf);
    case 'facts':
      return block.facts.map(({label, value, was, note}) =>
        [`${label} ${spokenOf(value)}`, ...(isAgain ? [] : [note, was && `was ${spokenOf(was)}`])]
          .filter(each => each !== undefined)
          .join(', '),
      );
    case 'items': {
      const {items, readsBy} = block;
      const more = items.length - mostNamed;
      const rest = more > 0 ? [`And ${more} more: ${readsBy}, reads them one by one`] : [];
      return [...items.slice(0, mostNamed), ...rest];
    }
    case 'records':
      return [`${block.title}: ${block.of.rows.length}`, ...block.spoken];
    case 'pointer':
      return [block.text];
    default:
      return [];
  }
}

function inWords(sheet: Sheet, isAgain = false): string[] {
  return sentences(...sheet.flatMap(block => wordsOf(block, isAgain)));
}

export type SpokenQuestion = NonNullable<ReturnType<typeof spokenQuestion>>;

/**
 * Spoken once in full, ending with the key that confirms; `again` and `press` are for later changes. undefined
 * until all of it is loaded.
 */
export function spokenQuestion(state: State) {
  const sheet = sheetOf(state);
  const asked = find(sheet, 'question');
  if (asked === undefined || asked.isReading) return undefined;
  const {question, does, insist, back} = asked;
  const body = [...sheet.filter(each => each.is !== 'way'), ...sheet.filter(each => each.is === 'way')];
  // A drawn letter may be misheard, so it is spelled.
  const press = `Press ${question.key}${isDrawn(question) ? `, as in ${asIn(question.key)},` : ''}`;
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

function besideQuestion(before: State, after: State): string[] {
  const [earlier, sheet] = [sheetOf(before), sheetOf(after)];
  const [was, is] = [find(earlier, 'question'), find(sheet, 'question')];
  if (is === undefined) return [];
  const isNew = was?.question.number !== is.question.number;
  const isRead = is.isReading && (isNew || was?.isReading !== true);
  const title = isNew ? `${inWords(sheet.slice(0, 1)).join('').replace(/\.$/, '')}: reading the record` : '';
  const {notice} = is.question;
  const isTurned = was?.question.revision !== is.question.revision;
  const item = isNew || isTurned || itemIn(earlier) === itemIn(sheet) ? undefined : itemIn(sheet);
  return sentences(isRead && (title || 'Reading it again'), was?.question.notice !== notice && notice, item);
}

function itemIn(sheet: Sheet): string | undefined {
  const items = find(sheet, 'items');
  return items?.items[items.at];
}

type HeardList = {readonly title: string; readonly lines: readonly string[]; readonly index: number};

export function listIn(state: State): HeardList | undefined {
  const block = sheetOf(state).find(
    each => each.is === 'scroll' || each.is === 'choices' || each.is === 'table',
  );
  if (block === undefined) return undefined;
  const {title, items, at: index} = block;
  const lines = items.map(itemInWords).filter(each => each !== '');
  const isNone = lines.length === 0 && block.is === 'choices' && block.none !== undefined;
  return {title, lines: isNone ? [block.none] : lines, index};
}

type Heard = Partial<Pick<Item, 'mark' | 'text'>> & {readonly spoken?: string | readonly string[]};

const itemInWords = ({mark, text = '', spoken = `${mark?.text ?? ''}${text}`}: Heard) =>
  sentences(...[spoken].flat()).join(' ');

export function mostSpoken(state: State): number | undefined {
  return 'most' in state.overlay ? Math.max(0, (listIn(state)?.lines.length ?? 1) - 1) : undefined;
}

function listSpeech(before: State, after: State, list: HeardList): string[] {
  const was = before.overlay.kind === after.overlay.kind ? listIn(before) : undefined;
  const line = list.lines[list.index] ?? '';
  if (was !== undefined && was.title === list.title)
    return was.lines[was.index] === line && was.index === list.index ? [] : [line];
  const {length} = list.lines;
  if (length === 0) return [sentence(list.title)];
  return [`${list.title}, ${counted(length, 'line')}.`, line].filter(each => each !== '');
}

function formSpeech(before: State, sheet: Sheet, form: BlockOf<'fields'>): string[] {
  if (before.overlay.kind === 'review') return fieldInWords(form);
  const was = find(sheetOf(before), 'fields');
  if (was === undefined) {
    const ways = find(sheet, 'keys')?.spoken ?? '';
    return [...inWords(sheet), ...fieldInWords(form), ways].filter(each => each !== '');
  }
  if (was.focus !== form.focus) return movedInForm(was, form);
  const [old, field] = [was.fields[form.focus], form.fields[form.focus]];
  // A price that follows the ask would be said with each poll.
  const isFollowed = was.isMarked && form.isMarked;
  if (old === undefined || field === undefined || isFollowed || old.value === field.value) return [];
  if (field.name === 'side') return [sentence(valueInWords(field))];
  // The first typed letter replaced the marked value.
  return typedInWords(was.isMarked ? '' : old.value, field.value);
}

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

function movedInForm(before: BlockOf<'fields'>, after: BlockOf<'fields'>): string[] {
  const left = after.fields[before.focus];
  const isTyped = left !== undefined && !before.isMarked && left.value !== '' && left.name !== 'side';
  if (!isTyped) return fieldInWords(after);
  return [...sentences(`${left.label} ${valueInWords(left)}`, left.error), ...fieldInWords(after)];
}

function typedSpeech(before: State, after: State): string[] {
  const line = openIn(after)?.line;
  if (line === undefined) return [];
  const sheet = sheetOf(after);
  const {label, error = ''} = find(sheet, 'field') ?? {};
  if (before.overlay.kind !== after.overlay.kind) {
    if (label !== undefined) return [`${label}, ${line.text === '' ? 'empty' : toEars(line.text)}.`];
    return listIn(after) === undefined ? inWords(sheet) : [];
  }
  const old = openIn(before)?.line?.text ?? '';
  if (old !== line.text) return typedInWords(old, line.text);
  return sentences(error);
}

function typedInWords(before: string, after: string): string[] {
  if (before === after || Math.abs(grownBy(before, after)) === 1) return [];
  return [after === '' ? 'Empty.' : sentence(number(after))];
}

/**
 * Echoes typing in place, as a shell does: Orca and NVDA speak only letters on the screen. A deleted character
 * is named too, since Orca takes the row that scrolls away for the deleted text.
 */
export function typedEcho(before: State, after: State): string {
  const [was, is] = [openIn(before)?.line, openIn(after)?.line];
  const isSameLine = before.overlay.kind === after.overlay.kind && was?.field === is?.field;
  if (was === undefined || is === undefined || !isSameLine || is.field === 'side') return '';
  // A price that follows the ask is marked, before and after.
  if (isMarked(after)) return '';
  const old = isMarked(before) ? '' : was.text;
  const grown = grownBy(old, is.text);
  if (grown === -1) return `, ${characterInWords(typedIn(is.text, old))} deleted, `;
  return grown === 1 ? sanitize(typedIn(old, is.text)) : '';
}

const isMarked = ({overlay}: State) => overlay.kind === 'form' && overlay.form.isMarked;

const grownBy = (before: string, after: string) => [...after].length - [...before].length;

function typedIn(shorter: string, longer: string): string {
  const few = [...shorter];
  return [...longer].find((each, index) => each !== few[index]) ?? '';
}

export function lineInWords(state: State): string[] {
  const sheet = sheetOf(state);
  const form = find(sheet, 'fields');
  if (form !== undefined)
    return [...fieldInWords(form), ...inWords(sheet.filter(each => each.is === 'text' && each.yields))];
  const line = openIn(state)?.line;
  if (line === undefined) return [];
  const {label, error = ''} = find(sheet, 'field') ?? {};
  const hint = label === undefined ? sentences(error) : inWords(sheet);
  return [`Typed, ${line.text === '' ? 'nothing' : toEars(number(line.text))}.`, ...hint];
}
