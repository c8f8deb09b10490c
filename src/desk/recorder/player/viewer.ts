import type {Millis} from '../../../api/wire/records.ts';
import {outcomeWords} from '../../blotter.ts';
import {openIn} from '../../dialogs/index.ts';
import {type Binding, bindingAlways, bindingIn, isHaltKey, type KeyAction} from '../../keys.ts';
import {feedPanes, type Key, keyName, minuteMs, paneTitles} from '../../model/vocabulary.ts';
import {takeMost, unscrolled} from '../../overlay.ts';
import type {Past, PastKey} from '../../past.ts';
import type {ActivityLine, State} from '../../state.ts';
import type {Step} from '../../step.ts';
import {labelOf} from '../../words/keys.ts';
import {ownClock} from '../../words/times.ts';
import {RecordingError} from '../entries.ts';
import type {Recording} from '../file/opened.ts';
import {type Cue, followingWithin, type Player, type Playhead, startOf} from './player.ts';
import {typedMoment} from './times.ts';

type Asked = 'leave' | 'quit' | 'redraw' | 'halt';

export type ViewerNeeds = {
  readonly player: Player;
  readonly kind: Past['kind'];
  readonly bindings: () => readonly Binding[];
  readonly rows: () => number;
  readonly speed: number;
  readonly isPlaying: boolean;
  readonly said: string | undefined;
};

type Search = {readonly direction: 1 | -1; readonly going: ReturnType<typeof search>};

export class Viewer {
  readonly #needs: ViewerNeeds;
  readonly #player: Player;
  readonly #playing: Playing;
  #search: Search | undefined;
  #typed: string | undefined;
  #said: string | undefined;
  /** The picture with the help over it. */
  #help: State | undefined;
  #isDifferenceShown = false;

  constructor(needs: ViewerNeeds) {
    this.#needs = needs;
    this.#player = needs.player;
    this.#said = needs.said;
    this.#playing = new Playing(needs.player, needs.speed, needs.isPlaying);
  }

  press(key: Key): Asked | undefined {
    const {kind} = this.#needs;
    const bindings = this.#needs.bindings();
    const name = keyName(key);
    const always = bindingAlways(bindings, name)?.action;
    if (always === 'quit' || always === 'redraw') return always;
    if (kind === 'back' && isHaltKey(bindings, name, this.#typed !== undefined)) return 'halt';
    const wasSearching = this.#search !== undefined;
    this.#search = undefined;
    const typed = this.#typed;
    if (typed !== undefined) return this.#guarded(() => this.#type(typed, key));
    if (key.pasted) return undefined;
    if (this.#help !== undefined) return this.#pressInHelp(this.#help, key);
    this.#said = undefined;
    const action = bindingIn(bindings, name, 'past')?.action;
    if (action === undefined || action === 'halt') return this.#refuse(name);
    // Esc first ends a search.
    if (action === 'back' && (wasSearching || kind === 'replay')) return undefined;
    if (action === 'leave' || action === 'back') return 'leave';
    return this.#guarded(() => void this.#acts[action]?.());
  }

  /** @param now monotonic ms @returns the ms until the next call; undefined if there is nothing to do */
  work(now: number, isTimeUp: () => boolean): number | undefined {
    return this.#guarded(() => {
      if (this.#search !== undefined) return this.#look(this.#search, isTimeUp);
      return this.#playing.isOn ? this.#play(now, isTimeUp) : undefined;
    });
  }

  state(): State {
    return this.#help ?? this.#player.state();
  }

  past(): Past {
    const {recording, head} = this.#player;
    const {kind, bindings} = this.#needs;
    const {isOn: isPlaying, speed} = this.#playing;
    return {
      ...{kind, at: head.at.wall, from: recording.from, to: Math.max(recording.to, head.at.wall)},
      ...{isPlaying, speed, keys: hintsOf(bindings(), {kind, isPlaying}, this.#help !== undefined)},
      ...(this.#typed !== undefined && {typed: this.#typed}),
      ...(this.#said !== undefined && {said: this.#said}),
      ...(this.#help && {isHelp: true}),
    };
  }

  scrollTold(most: number): void {
    if (this.#help !== undefined) this.#help = takeMost(this.#help, most);
  }

  #look({direction, going}: Search, isTimeUp: () => boolean): number {
    let reached = this.#player.head.at.wall;
    while (!isTimeUp()) {
      const {done, value} = going.next();
      if (!done) {
        reached = value;
        continue;
      }
      this.#search = undefined;
      if (value !== undefined) this.#player.goTo(value);
      const {from, to} = this.#player.recording;
      const where =
        direction === 1
          ? `after this, up to ${this.#clock(to)}`
          : `before this, from ${this.#clock(from)} on`;
      this.#arrive(value === undefined ? `No event ${where}` : (this.#problem() ?? value.text));
      return 0;
    }
    this.#said = `Looking for event: ${this.#clock(reached)}`;
    return 0;
  }

  #play(now: number, isTimeUp: () => boolean): number | undefined {
    const next = this.#playing.advance(now, isTimeUp);
    this.#said = this.#problem() ?? this.#said;
    if (typeof next === 'number') return next;
    this.#playing.isOn = false;
    if (next === 'ended') this.#said = this.#ending();
    return undefined;
  }

  #type(before: string, key: Key): undefined {
    this.#said = undefined;
    this.#typed = typedIn(before, key);
    if (key.name !== 'enter' || before.trim() === '') return;
    const {from, to} = this.#player.recording;
    const {times} = this.#player.state().settings;
    const typed = typedMoment(before, {times, near: this.#player.head.at.wall, from, to});
    if ('wrong' in typed) this.#arrive(typed.wrong.charAt(0).toUpperCase() + typed.wrong.slice(1));
    else this.#seek(typed.at);
  }

  #openHelp(): void {
    const state = this.#player.state();
    this.#help = {
      ...state,
      settings: {...state.settings, bindings: this.#needs.bindings()},
      viewport: {...state.viewport, rows: this.#needs.rows()},
      overlay: {...unscrolled, kind: 'help', search: ''},
    };
  }

  #pressInHelp(help: State, key: Key): undefined {
    const action = bindingIn(this.#needs.bindings(), keyName(key), 'help')?.action;
    if (action === 'search') return;
    const press = {key, action, previousAt: 0, now: help.now, run: (state: State): Step => [state, []]};
    const [next] = openIn(help)?.press(help, press) ?? [help];
    this.#help = next.overlay.kind === 'help' ? next : undefined;
  }

  readonly #acts: Readonly<Partial<Record<KeyAction, () => void>>> = {
    'past.next': () => this.#step(1),
    'past.previous': () => this.#step(-1),
    'past.minuteForward': () => this.#minuteForward(),
    'past.minuteBack': () => this.#seek(this.#player.head.at.wall - minuteMs),
    'past.start': () => this.#seek(-Number.MAX_VALUE),
    'past.end': () => this.#seek(Number.MAX_VALUE),
    'past.nextEvent': () => this.#seekEvent(1),
    'past.previousEvent': () => this.#seekEvent(-1),
    'past.play': () => this.#playing.turn(),
    'past.faster': () => this.#playing.change(1),
    'past.slower': () => this.#playing.change(-1),
    'past.time': () => {
      this.#typed = '';
    },
    help: () => this.#openHelp(),
  };

  #minuteForward(): void {
    const next = this.#player.next();
    if (next === undefined) this.#arrive(this.#ending());
    else this.#seek(Math.max(this.#player.head.at.wall + minuteMs, next.wall));
  }

  #seekEvent(direction: 1 | -1): void {
    this.#playing.isOn = false;
    const {recording, head} = this.#player;
    this.#search = {direction, going: search(recording, head, direction)};
  }

  #step(by: 1 | -1): void {
    this.#playing.isOn = false;
    if (this.#player.step(by)) this.#arrive(this.#problem());
    else this.#arrive(by === 1 ? this.#ending() : 'This is the beginning');
  }

  #seek(at: Millis): void {
    this.#player.seek(at);
    this.#arrive(this.#problem());
  }

  #arrive(said: string | undefined): void {
    this.#said = said;
    this.#playing.moved();
  }

  #problem(): string | undefined {
    const {head, recording} = this.#player;
    if (head.crash !== undefined) return `The program ended here: ${head.crash}`;
    if (!head.differs || this.#isDifferenceShown) return undefined;
    this.#isDifferenceShown = true;
    return `From ${this.#clock(head.at.wall)} on this is not what optty ${recording.began.version} recorded`;
  }

  #ending(): string {
    if (this.#needs.kind === 'back') return 'End of what is written so far';
    return this.#player.recording.isTorn ? 'The recording is cut here' : 'The recording ends here';
  }

  #clock(at: Millis): string {
    return ownClock(this.#player.state(), at);
  }

  #refuse(name: string): undefined {
    if (!this.#needs.bindings().some(each => each.keys.includes(name))) return;
    this.#said = this.#needs.kind === 'back' ? 'Actions do not work in the past' : 'A replay sends nothing';
  }

  #guarded<Done>(act: () => Done): Done | undefined {
    try {
      return act();
    } catch (error) {
      if (!(error instanceof RecordingError)) throw error;
      this.#playing.isOn = false;
      this.#search = undefined;
      this.#said = error.message;
      return undefined;
    }
  }
}

const speeds: readonly number[] = [0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 1_000];
const longestGapMs = 5_000;
const frameMs = 33;

/** Playback: messages come at their recorded distances, divided by the speed. */
class Playing {
  isOn: boolean;
  speed: number;
  readonly #player: Player;
  #base: {readonly now: number; readonly mono: number} | undefined;

  constructor(player: Player, speed: number, isOn: boolean) {
    this.#player = player;
    this.speed = speed;
    this.isOn = isOn;
  }

  turn(): void {
    this.isOn = !this.isOn;
    this.moved();
  }

  change(by: 1 | -1): void {
    const next =
      by === 1 ? speeds.find(each => each > this.speed) : speeds.findLast(each => each < this.speed);
    this.speed = next ?? this.speed;
    this.moved();
  }

  moved(): void {
    this.#base = undefined;
  }

  /** Takes what is due. @returns the ms until the next message, or why playback is over */
  advance(now: number, isTimeUp: () => boolean): number | 'ended' | 'crashed' {
    const player = this.#player;
    this.#base ??= {now, mono: player.head.at.mono};
    while (!isTimeUp()) {
      const next = player.next();
      if (next === undefined) return 'ended';
      if (next.mono - player.head.at.mono > longestGapMs) this.#base = {now, mono: next.mono};
      const waitMs = (next.mono - this.#base.mono) / this.speed - (now - this.#base.now);
      if (waitMs > 0) return Math.max(frameMs, waitMs);
      player.step(1);
      if (player.head.crash !== undefined) return 'crashed';
    }
    // The machine is too slow for the speed: do not catch up.
    this.#base = {now, mono: player.head.at.mono};
    return frameMs;
  }
}

function hintsOf(
  table: readonly Binding[],
  {kind, isPlaying}: Pick<Past, 'kind' | 'isPlaying'>,
  isHelp: boolean,
): readonly PastKey[] {
  const hint = (does: string, ...actions: readonly KeyAction[]): PastKey => ({
    key: actions.map(each => labelOf(table, each, 'past')).join(' '),
    does,
  });
  if (isHelp) return [hint('back', 'back')];
  return [
    kind === 'replay' ? hint('quit', 'leave') : hint('now', 'back'),
    hint(isPlaying ? 'pause' : 'play', 'past.play'),
    hint('step', 'past.previous', 'past.next'),
    hint('minute', 'past.minuteBack', 'past.minuteForward'),
    hint('event', 'past.nextEvent', 'past.previousEvent'),
    hint('time', 'past.time'),
    ...(isPlaying ? [hint('speed', 'past.faster', 'past.slower')] : []),
    hint('help', 'help'),
  ];
}

function typedIn(text: string, key: Key): string | undefined {
  if (key.pasted || (key.text !== '' && !key.ctrl && !key.alt))
    return (text + key.text).replace(/\s/g, ' ').slice(0, longest);
  if (key.name === 'enter' || key.name === 'escape') return undefined;
  return key.name === 'backspace' ? text.slice(0, -1) : text;
}

const longest = 40;

type Found = Cue & {readonly text: string};

/**
 * Looks for the next event, one message at a time; yields how far it is. Segments can only be played forward:
 * on the way back the last place of each counts.
 */
export function* search(
  recording: Recording,
  from: Playhead,
  direction: 1 | -1,
): Generator<Millis, Found | undefined> {
  const {segments} = recording;
  for (let {segment} = from; segments[segment] !== undefined; segment += direction) {
    const isFirst = direction === 1 && segment === from.segment;
    let head = isFirst ? from : startOf(recording, segment);
    let found: Found | undefined;
    for (let next = followingWithin(recording, head); next; next = followingWithin(recording, head)) {
      if (direction === -1 && !isBefore(next, from)) break;
      const text = eventIn(head, next);
      if (text !== undefined) found = {segment, taken: next.taken, text};
      if (found !== undefined && direction === 1) return found;
      head = next;
      yield head.at.wall;
    }
    if (found !== undefined) return found;
  }
  return undefined;
}

function isBefore(one: Cue, other: Cue): boolean {
  return one.segment < other.segment || (one.segment === other.segment && one.taken < other.taken);
}

/** A new or changed line of Activity, a first failed read, a message with money at stake, a crash. */
function eventIn({state: before}: Playhead, {state: after, crash}: Playhead): string | undefined {
  if (crash !== undefined) return `The program ended: ${crash}`;
  const line = newLine(before, after);
  if (line !== undefined) return textOf(line);
  const failing = feedPanes.find(
    pane => before.feeds[pane].fault === undefined && after.feeds[pane].fault !== undefined,
  );
  if (failing !== undefined) return `${paneTitles[failing]}: ${after.feeds[failing].fault?.text ?? ''}`;
  const message = after.messages.at(-1);
  const isNew = message !== undefined && message !== before.messages.at(-1);
  return isNew && message.level === 'danger' ? message.text : undefined;
}

/** Lines that come from the journal at the start are older than the recording. */
function newLine(before: State, after: State): ActivityLine | undefined {
  if (before.activity === after.activity || before.journal.status === 'opening') return undefined;
  const known = new Map(before.activity.map(each => [each.id, each]));
  return after.activity.find(each => {
    const old = known.get(each.id);
    return old === undefined || (old !== each && outcomeWords(old) !== outcomeWords(each));
  });
}

function textOf(line: ActivityLine): string {
  const {kind, what, target, amount} = line;
  const first = what.toLowerCase().split(' ').includes(kind) ? [what] : [kind, what];
  return [...first, target, amount, outcomeWords(line)].filter(Boolean).join(' ');
}
