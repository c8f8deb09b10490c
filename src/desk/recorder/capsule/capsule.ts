/**
 * A capsule: a few minutes of a recording, anonymized, as a recording of its own. `capsuleOf(recording, span,
 * given) → capsule`. It begins with the state at the start of the span, and replays to the same states,
 * renamed.
 */
import type {Millis} from '../../../api/wire/records.ts';
import {openIn} from '../../dialogs.ts';
import type {Msg} from '../../messages.ts';
import type {State} from '../../state.ts';
import {update} from '../../update.ts';
import type {Entry, TableMemory} from '../entries.ts';
import type {Recording} from '../file/opened.ts';
import {hashOf} from '../hash.ts';
import {createRenaming, type Example, type Learnable, type Renaming} from './rename.ts';

export type Span = {readonly from: Millis; readonly to: Millis};

export type Capsule = {
  readonly entries: readonly Entry[];
  readonly contents: Contents;
};

export type Contents = Span & {
  readonly messages: ReadonlyMap<Msg['type'], number>;
  readonly renamed: ReadonlyMap<string, number>;
  readonly examples: readonly Example[];
  readonly masked: readonly string[];
};

type Given = {
  readonly seed: number;
  readonly factorSeed: number;
  readonly facts: Readonly<Record<string, string>>;
};

/** @throws {RecordingError} the recording cannot be read, or the span is empty */
export function capsuleOf(recording: Recording, span: Span, {seed, factorSeed, facts}: Given): Capsule {
  const heard = heardIn(recording, span);
  const renaming = createRenaming(seed, factorSeed);
  const {began} = recording;
  for (const name of [began.profile, began.host]) renaming.learnName(name);
  for (const each of heard) renaming.learn(each);
  renaming.settle();
  const entries: Entry[] = [
    {
      type: 'began',
      began: {
        ...{
          format: began.format,
          version: began.version,
          at: span.from,
          zone: began.zone,
        },
        ...{profile: renaming.name(began.profile), host: renaming.name(began.host), pid: 0},
        ...{isCapsule: true, facts},
      },
    },
    ...heard.map(each => entryOf(each, renaming)),
  ];
  return {entries, contents: contentsOf(heard, renaming)};
}

type Heard = Learnable & {readonly at: Millis; readonly table?: TableMemory; readonly isAfterGap?: true};

function heardIn({segments}: Recording, {from, to}: Span): readonly Heard[] {
  const start = Math.max(
    0,
    segments.findLastIndex(each => each.from <= from),
  );
  const heard: Heard[] = [];
  let state: State | undefined;
  let table: TableMemory | undefined;
  for (const {entries, from: at} of segments.slice(start)) {
    if (at > to) break;
    for (const entry of entries()) {
      if (entry.type === 'snapshot') {
        const isSame = state !== undefined && hashOf(state) === hashOf(entry.state);
        state = entry.state;
        table = entry.table;
        if (!isSame && heard.length > 0)
          heard.push({state, at, table, ...(entry.isAfterGap && {isAfterGap: true})});
      }
      if (entry.type !== 'msg' || state === undefined || table === undefined) continue;
      const {msg} = entry;
      if (msg.now.wall > to) return heard;
      if (msg.now.wall >= from) {
        if (heard.length === 0) heard.push({state, at: state.now.wall, table});
        heard.push({msg, at: msg.now.wall, ...openWith(state)});
      }
      state = after(state, msg);
    }
  }
  if (heard.length === 0 && state !== undefined && table !== undefined)
    heard.push({state, at: state.now.wall, table});
  return heard;
}

/** A message that made the core throw is included: it is the important one. */
function after(state: State, msg: Msg): State {
  try {
    return update(state, msg)[0];
  } catch {
    return state;
  }
}

export function openWith(state: State): {readonly overlay: State['overlay']; readonly isTyping: boolean} {
  const {overlay} = state;
  const isColumnTyped = overlay.kind === 'sort' && overlay.wanted !== undefined;
  return {overlay, isTyping: isColumnTyped || openIn(state)?.line !== undefined};
}

function entryOf(heard: Heard, renaming: Renaming): Entry {
  if ('msg' in heard) return {type: 'msg', msg: renaming.msg(heard.msg, heard.overlay, heard.isTyping)};
  const state = renaming.state(heard.state);
  const {isAfterGap} = heard;
  const table = tableOf(heard.table);
  return {type: 'snapshot', state, table, hash: hashOf(state), ...(isAfterGap && {isAfterGap})};
}

/** The visible part of the tables. Column widths are dropped: they could reveal names. */
function tableOf(table: TableMemory | undefined): TableMemory {
  return {
    rows: {of: '', start: table?.rows.start ?? 0, needs: new Map()},
    figures: {start: table?.figures.start ?? 0, width: 0, needs: new Map()},
  };
}

function contentsOf(heard: readonly Heard[], renaming: Renaming): Contents {
  const msgs = heard.flatMap(each => ('msg' in each ? [each.msg] : []));
  const times = heard.map(({at}) => at);
  return {
    from: Math.min(...times),
    to: Math.max(...times),
    messages: new Map([...Map.groupBy(msgs, ({type}) => type)].map(([type, each]) => [type, each.length])),
    renamed: renaming.counts(),
    examples: renaming.examples(),
    masked: [...renaming.masked],
  };
}
