import {inDoubt} from '../../desk/notices.ts';
import {screenHeight} from '../../desk/screen.ts';
import type {Span} from '../../desk/sheet.ts';
import type {State} from '../../desk/state.ts';
import {sanitize} from '../../text/sanitize.ts';
import {type Area, LinesOf} from '../desk.tsx';
import {cut, type Line, width} from '../format.ts';
import {haltBanner} from './halt-banner.ts';
import {unknownBanner} from './unknown-banner.ts';

export const Banners = (place: Area) => <LinesOf select={bannerLines} {...place} />;

/** Every banner, from the top. Speech has news of one when what it is `about` changes. */
export const banners: readonly Banner[] = [
  haltBanner,
  unknownBanner,
  {shown: unreadShown, subjects: () => []},
];

type Banner = {
  readonly shown: (state: State) => Shown | undefined;
  /** A new message about one of them says its first row. */
  readonly subjects: (state: State) => readonly string[];
  /** Said as it comes and goes; else only its first row is said when it changes. */
  readonly brief?: {readonly begins: string; readonly ends: string};
};

/** `end` is never cut; on a low screen `keys` replace `below` and `others`. */
export type Shown = Readonly<{
  about: string;
  row: Span;
  end?: string;
  keys?: string;
  below: Span;
  others?: Span | undefined;
}>;

export const bannersShown = (state: State) => banners.flatMap(({shown}) => shown(state) ?? []);

export function bannerLines(state: State): readonly Line[] {
  const {columns} = state.viewport;
  const height = screenHeight(state.viewport);
  return bannersShown(state).flatMap(({row, end = '', keys = '', below, others}) => {
    const behind = height === 'low' ? end + keys : end;
    const text = ` ${cut(row.text, columns - 2 - width(behind))}${behind} `;
    const more = [below, others].slice(0, {low: 0, usual: 1, high: 2}[height]);
    const under = more.filter(each => each !== undefined).map(({text}) => ` ${cut(text, columns - 2)}`);
    return [[{text, tone: 'danger'}], ...under.map((text): Line => [{text, tone: 'warning'}])];
  });
}

function unreadShown({intents, journal}: State): Shown | undefined {
  if (inDoubt(intents).length > 0 || journal.status !== 'failed' || !journal.isUnread) return undefined;
  const why = journal.isBarred ? 'the journal is not used' : 'the journal cannot be read';
  const text = `UNKNOWN writes may exist: ${why}.`;
  return {about: why, row: {text}, below: {text: sanitize(journal.reason)}};
}
