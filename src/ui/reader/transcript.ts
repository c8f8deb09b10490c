import {fieldOf} from '../../account/model/rows.ts';
import {isFeedPane, paneNames} from '../../account/model/vocabulary.ts';
import {createListeners, type Desk} from '../../desk/desk.ts';
import {keyInWords} from '../../desk/key-words.ts';
import {keyOf} from '../../desk/keys.ts';
import {selectedIn} from '../../desk/listening.ts';
import type {SentMsg} from '../../desk/messages.ts';
import {selectedRow} from '../../desk/navigate.ts';
import {questionOf} from '../../desk/order/questions.ts';
import {markedOn} from '../../desk/order/several/marks.ts';
import {signsBefore} from '../../desk/signs.ts';
import type {Feed, State} from '../../desk/state.ts';
import {wrap} from '../format.ts';
import {bannersShown} from '../top/Banners.tsx';
import {headWords} from '../top/Header.tsx';
import {
  dialogSpeech,
  lineInWords,
  listIn,
  type SpokenQuestion,
  spokenQuestion,
  typedEcho,
} from './dialog-words.ts';
import {bannersInWords, newsInWords} from './news.ts';
import {detailsInWords, paneInWords, placeInWords, placeOfAll, rowAtAGlance, sortInWords} from './pane.ts';
import {sentence, sentences, wordsIn} from './spoken.ts';

const leastColumns = 20;

/** Wraps between words, and at a pause in the second half of a row, for readers that speak row by row. */
function folded(text: string, columns: number): string[] {
  const [row = ''] = wrap(text, columns);
  if (row.length >= text.length) return [text];
  const pause = /^.*[,.:](?= |$)/.exec(row)?.[0].length ?? 0;
  const end = pause > columns / 2 ? pause : row.length;
  return [text.slice(0, end), ...folded(text.slice(end).trimStart(), columns)];
}

/** Lines that were spoken never change. */
export function createTranscript(desk: Desk, type: (text: string) => void) {
  let heard: Heard | undefined;
  let said: readonly string[] = [];
  const questions: SaidQuestion[] = [];
  const {subscribe, tell} = createListeners();

  const hear = () => {
    const state = desk.getState();
    if (state === heard?.state) return;
    const typed = heard === undefined ? '' : typedEcho(heard.state, state);
    if (typed !== '') type(typed);
    const speech = heard === undefined ? greeting(state) : speak(heard, state);
    heard = speech.heard;
    if (speech.question !== undefined) questions.push(speech.question);
    const columns = Math.max(leastColumns, state.viewport.columns - 1);
    const lines = speech.lines.flatMap(each => folded(each, columns));
    if (lines.length === 0 && speech.question === undefined) return;
    said = [...said, ...lines];
    tell();
  };

  return {
    said: () => said,
    subscribe,
    open() {
      hear();
      return desk.subscribe(hear);
    },
    takeQuestions: () => questions.splice(0),
  };
}

// Speech on a change of state: only new facts, once each, in sentences. It depends only on the states and on
// what was spoken before, never on a clock.
type Heard = {
  readonly state: State;
  /** The state whose news were spoken last: they wait while a question is open. */
  readonly newsOf: State;
  readonly question?: SpokenQuestion | undefined;
  readonly last: readonly string[];
};

type SaidQuestion = Omit<Extract<SentMsg, {type: 'questionSaid'}>, 'type'>;

type Speech = {readonly heard: Heard; readonly lines: readonly string[]; readonly question?: SaidQuestion};

function greeting(state: State): Speech {
  const help = keyInWords(keyOf(state.settings.bindings, 'help'));
  const first = sentence(`optty, ${headWords(state).join(', ')}`);
  // Told before anybody could hear it.
  const news = newsInWords({...state, counter: 0}, state);
  const lines = [first, `Help by ${help}.`, ...news, ...paneInWords(state)];
  return {heard: {state, newsOf: state, last: lines}, lines};
}

function speak({state: before, newsOf, question: asked, last}: Heard, after: State): Speech {
  const {known, lines: question, said} = questionSpeech(asked, after);
  const isHeld = questionOf(after.overlay) !== undefined;
  const news = isHeld ? [] : newsInWords(newsOf, after);
  const answered = answer(before, after, last);
  const view = answered ?? (isInNews(before, after, news) ? [] : viewSpeech(before, after));
  const lines = [...view, ...question, ...news];
  const kept = lines.length === 0 || answered !== undefined ? last : lines;
  const heard = {state: after, newsOf: isHeld ? newsOf : after, question: known, last: kept};
  return {heard, lines, ...(said && {question: said})};
}

/** A dialog's result implies that it closed, and a record's news state its row. */
function isInNews(before: State, after: State, news: readonly string[]): boolean {
  const isSamePlace = before.pane === after.pane && selectedIn(before) === selectedIn(after);
  const isConfirmed = before.keys.swallow !== after.keys.swallow;
  return isSamePlace && after.overlay.kind === 'none' && (news.length > 0 || isConfirmed);
}

/** Speaks a question in full once; later its changes and its key. Changes that keep the key are silent. */
function questionSpeech(before: SpokenQuestion | undefined, after: State) {
  const question = questionOf(after.overlay);
  const known = before?.question.number === question?.number ? before : undefined;
  const next = question?.revision === known?.question.revision ? undefined : spokenQuestion(after);
  if (question === undefined || next === undefined) return {known, lines: []};
  const {number, revision, key} = question;
  if (question.said?.revision === revision) return {known: next, lines: []};
  const fresh = known === undefined ? next.body : next.again.filter(each => !known.again.includes(each));
  const isAsked = known === undefined || fresh.length > 0 || known.question.key !== key;
  const end = known === undefined ? next.end : known.does === next.does ? next.press : next.confirm;
  const lines = isAsked ? [...fresh, end] : [];
  const words = lines.reduce((sum, each) => sum + wordsIn(each), 0);
  return {known: next, lines, said: {question: number, revision, key, words}};
}

/** undefined if no key asked. */
function answer(before: State, after: State, last: readonly string[]): string[] | undefined {
  const {listening} = after;
  if (listening === undefined || listening.number === before.listening?.number) return undefined;
  const {what, times} = listening;
  switch (what) {
    case 'again': {
      const question = spokenQuestion(after);
      return question === undefined ? [...last] : [...question.body, question.end];
    }
    case 'where':
      return whereInWords(after);
    case 'row':
      return [rowAtAGlance(after)];
    case 'reading':
      return ['Reading.'];
    case 'details':
      return [detailsInWords(after, times)];
    case undefined:
      return [];
    default:
      return what satisfies never;
  }
}

function whereInWords(state: State): string[] {
  const question = spokenQuestion(state);
  if (question !== undefined) return [...question.body.slice(0, 1), question.end];
  const list = listIn(state);
  const line = lineInWords(state);
  if (list !== undefined) {
    const {title, lines, index} = list;
    const place = lines.length === 0 ? '' : `, ${index + 1} of ${lines.length}`;
    return [...line, ...sentences(title + place, lines[index])];
  }
  if (line.length > 0) return line;
  return [
    sentence(headWords(state).join(', ')),
    ...bannersInWords(...bannersShown(state)),
    ...placeOfAll(state),
  ];
}

function viewSpeech(before: State, after: State): string[] {
  if (after.overlay.kind !== 'none')
    return before.overlay === after.overlay ? [] : dialogSpeech(before, after);
  if (before.pane !== after.pane) return paneInWords(after);
  const list = listSpeech(before, after);
  if (list !== undefined) return list;
  const marks = marksInWords(before, after);
  if (selectedIn(before) !== selectedIn(after)) return [...marks, rowAtAGlance(after)];
  if (marks.length > 0) return marks;
  if (before.overlay.kind !== 'none' && after.overlay.kind === 'none')
    return [sentence(`${paneNames[after.pane].title}, ${placeInWords(after) || 'no row'}`)];
  const isSame = before.feeds === after.feeds || standing(before) === standing(after);
  return isSame ? [] : [rowAtAGlance(after)];
}

/** A list that was requested again is spoken when it arrives. */
function listSpeech(before: State, after: State): string[] | undefined {
  const {pane} = after;
  if (pane === 'portfolio') return inPortfolio(before, after);
  if (!isFeedPane(pane)) return undefined;
  const [was, is]: readonly [Feed, Feed] = [before.feeds[pane], after.feeds[pane]];
  if (was === is) return undefined;
  if (is.loadedAt === undefined) {
    if (was.loadedAt !== undefined || was.sort !== is.sort) return [askedAnew(was, is)];
    return is.fault?.text === was.fault?.text ? [] : paneInWords(after);
  }
  if (was.loadedAt === undefined) return paneInWords(after);
  if (was.sort !== is.sort && is.sort !== undefined)
    return [sentence(`Sorted ${sortInWords(is)}`), rowAtAGlance(after)];
  return undefined;
}

function askedAnew(was: Feed, is: Feed): string {
  if (was.sort !== is.sort)
    return is.sort === undefined ? 'Not sorted.' : sentence(`Sorted ${sortInWords(is)}`);
  return was.page === is.page ? 'Reading.' : `Page ${is.page + 1}, reading.`;
}

function inPortfolio(before: State, after: State): string[] | undefined {
  // The figures arrived after the pane was opened.
  const [{list: was, rows: old}, {list: is, rows}] = [before.portfolio, after.portfolio];
  if (old.easyOptions.began === undefined && rows.easyOptions.began !== undefined) return paneInWords(after);
  if (was === is) return undefined;
  return was === undefined && is !== undefined ? paneInWords(after) : [rowAtAGlance(after)];
}

/** Marking moves to the next row, so the count is spoken. */
function marksInWords(before: State, after: State): string[] {
  const [was, is] = [markedOn(before, after.pane).size, markedOn(after, after.pane).size];
  return was === is ? [] : [is === 0 ? 'Nothing is marked.' : `${is} marked.`];
}

function standing(state: State): string {
  const {pane} = state;
  const row = selectedRow(state);
  if (!isFeedPane(pane) || row === undefined) return '';
  const {selected: id = ''} = state.feeds[pane];
  const fields = ['status', 'active'].map(each => fieldOf(row, each));
  return [id, ...fields, ...signsBefore(state, pane, id).map(each => each.sign)].join(' ');
}
