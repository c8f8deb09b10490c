import type {Millis} from '../../../api/wire/records.ts';
import {type Binding, bindingAlways, bindingIn, isStopKey, type KeyAction} from '../../keys.ts';
import {type Key, keyName} from '../../model/vocabulary.ts';
import {movedTo, pageOf, type Scrolled, unscrolled} from '../../overlay.ts';
import type {Past, PastKey} from '../../past.ts';
import type {State} from '../../state.ts';
import {labelOf} from '../../words/keys.ts';
import {RecordingError, Unfinished} from '../entries.ts';
import type {Cue, Player} from './player.ts';
import {createSeeking, type Seeking, type SeekingNeeds} from './seeking.ts';
import {clockText, typedMoment} from './times.ts';

export type Viewer = {
  press(key: Key): Asked | undefined;
  /**
   * Plays, searches and reads ahead until the time slice is used up.
   * @param now monotonic ms
   * @returns the ms until the next call; undefined if there is nothing to do
   */
  work(now: number, isTimeUp: () => boolean): number | undefined;
  state(): State;
  past(): Past;
  scrollTold(most: number): void;
};

type Asked = 'leave' | 'quit' | 'redraw' | 'stop';

export type ViewerNeeds = Omit<SeekingNeeds, 'clock'> & {
  readonly kind: Past['kind'];
  readonly bindings: () => readonly Binding[];
  readonly rows: () => number;
  readonly speed: number;
  readonly isPlaying: boolean;
  readonly said: string | undefined;
};

const restMs = 40;

export function createViewer(needs: ViewerNeeds): Viewer {
  return new RecordingViewer(needs);
}

class RecordingViewer implements Viewer {
  readonly #needs: ViewerNeeds;
  readonly #player: Player;
  readonly #playing: Playing;
  readonly #seeking: Seeking;
  readonly #moves: Moves;
  #prompt: Prompt | undefined;
  #said: string | undefined;
  #pending: (() => void) | undefined;
  #text = '';
  #help: Scrolled | undefined;
  #past: Past | undefined;
  #state: {readonly of: State; readonly help: Scrolled; readonly state: State} | undefined;

  constructor(needs: ViewerNeeds) {
    this.#needs = needs;
    this.#player = needs.player;
    this.#said = needs.said;
    this.#playing = createPlaying(needs.player, needs.speed);
    this.#moves = createMoves(needs.player, needs.kind);
    const clock = (at: Millis) => clockText(at, needs.player.state().settings.times);
    this.#seeking = createSeeking({...needs, clock});
    if (needs.isPlaying) this.#playing.start();
  }

  press(key: Key): Asked | undefined {
    const name = keyName(key);
    const always = bindingAlways(this.#needs.bindings(), name)?.action;
    if (always === 'quit' || always === 'redraw') return always;
    const isStop = isStopKey(this.#needs.bindings(), name, this.#prompt !== undefined);
    if (isStop && this.#needs.kind === 'back') return 'stop';
    const wasSeeking = this.#seeking.isOn;
    this.#seeking.stop();
    this.#pending = undefined;
    if (this.#prompt !== undefined) return this.#type(this.#prompt, key);
    if (key.pasted) return undefined;
    const {bindings} = this.#needs;
    if (this.#help !== undefined) return this.#pressInHelp(this.#help, name);
    this.#said = undefined;
    const action = bindingIn(bindings(), name, 'past')?.action;
    if (action === undefined || action === 'stop') return this.#refuse(name);
    // Esc first ends a search.
    if (action === 'back' && (wasSeeking || this.#needs.kind === 'replay')) return undefined;
    if (action === 'leave' || action === 'back') return 'leave';
    this.#guarded(() => this.#act(action));
    return undefined;
  }

  work(now: number, isTimeUp: () => boolean): number | undefined {
    try {
      return this.#workOn(now, isTimeUp);
    } catch (error) {
      if (error instanceof Unfinished) return 0;
      this.#fail(error);
      return undefined;
    }
  }

  state(): State {
    const of = this.#player.state();
    const help = this.#help;
    if (help === undefined) return of;
    if (this.#state?.of !== of || this.#state.help !== help) {
      const settings = {...of.settings, bindings: this.#needs.bindings()};
      const overlay = {...help, kind: 'help', search: ''} as const;
      this.#state = {of, help, state: {...of, settings, overlay}};
    }
    return this.#state.state;
  }

  past(): Past {
    const {recording, head} = this.#player;
    const {kind, bindings} = this.#needs;
    const isPlaying = this.#playing.isOn;
    const doing = this.#pending === undefined ? undefined : 'Reading the recording';
    const said = doing ?? (this.#seeking.isOn ? this.#seeking.words() : this.#said);
    const past: Past = {
      ...{kind, at: head.at.wall, from: recording.from, to: Math.max(recording.to, head.at.wall)},
      ...{isPlaying, speed: this.#playing.speed, events: this.#seeking.known()},
      keys: hintsOf(bindings(), {kind, isPlaying}, this.#help !== undefined),
      ...(this.#prompt && {asked: {what: askedFor(this.#prompt), text: this.#prompt.text}}),
      ...(said === undefined ? {} : {said}),
      ...(this.#help && {isHelp: true}),
    };
    if (this.#past === undefined || !isSamePast(this.#past, past)) this.#past = past;
    return this.#past;
  }

  scrollTold(most: number): void {
    if (this.#help === undefined || this.#help.most === most) return;
    this.#help = {most, scroll: Math.min(this.#help.scroll, most)};
  }

  #workOn(now: number, isTimeUp: () => boolean): number | undefined {
    if (this.#pending !== undefined) this.#guarded(this.#pending);
    if (this.#seeking.isOn) {
      const {cue, said} = this.#seeking.work(isTimeUp) ?? {};
      if (said === undefined) return 0;
      this.#guarded(() => this.#go((cue && this.#moves.toCue(cue)) ?? said));
    }
    if (this.#pending !== undefined) return 0;
    const playing = this.#playing.isOn ? this.#play(now, isTimeUp) : undefined;
    const isReading = this.#seeking.readAhead(isTimeUp);
    if (playing !== undefined) return isReading ? Math.min(playing, restMs) : playing;
    return isReading ? restMs : undefined;
  }

  #play(now: number, isTimeUp: () => boolean): number | undefined {
    const next = this.#playing.advance(now, isTimeUp);
    this.#said = this.#moves.told() ?? this.#said;
    if (typeof next === 'number') return next;
    this.#playing.stop();
    if (next === 'ended') this.#said = this.#moves.ending();
    return undefined;
  }

  #type(prompt: Prompt, key: Key): undefined {
    const next = typedInPrompt(prompt, key);
    this.#said = undefined;
    this.#prompt = typeof next === 'string' ? undefined : next;
    if (next === 'enter' && prompt.text.trim() !== '') this.#guarded(() => this.#enter(prompt));
  }

  #enter({of, text, direction}: Prompt): void {
    if (of === 'find') this.#find(text, direction);
    else this.#go(this.#moves.toTime(text));
  }

  #find(text: string, direction: 1 | -1): void {
    this.#text = text;
    this.#playing.stop();
    this.#seeking.forText(text, direction);
  }

  #pressInHelp({scroll, most}: Scrolled, name: string): undefined {
    const action = bindingIn(this.#needs.bindings(), name, 'help')?.action;
    if (action === 'back' || action === 'leave' || action === 'help') {
      this.#help = undefined;
      return;
    }
    const page = pageOf({viewport: {rows: this.#needs.rows()}});
    const to = movedTo(action, scroll, {length: most + 1, page});
    if (to !== undefined) this.#help = {most, scroll: to};
  }

  #act(action: KeyAction): void {
    const moves = this.#moves;
    switch (action) {
      case 'past.next':
      case 'past.previous':
        this.#playing.stop();
        this.#go(moves.step(action === 'past.next' ? 1 : -1));
        break;
      case 'past.minuteOn':
      case 'past.minuteBack':
        this.#go(moves.minute(action === 'past.minuteOn' ? 1 : -1));
        break;
      case 'past.start':
      case 'past.end':
        this.#go(moves.toEnd(action === 'past.end' ? 'end' : 'start'));
        break;
      case 'past.nextEvent':
      case 'past.previousEvent':
        this.#playing.stop();
        this.#seeking.forEvent(action === 'past.nextEvent' ? 1 : -1);
        break;
      default:
        this.#actInPlace(action);
    }
  }

  #actInPlace(action: KeyAction): void {
    switch (action) {
      case 'past.play':
        if (this.#playing.isOn) this.#playing.stop();
        else this.#playing.start();
        break;
      case 'past.faster':
      case 'past.slower':
        this.#playing.change(action === 'past.faster' ? 1 : -1);
        break;
      case 'past.findOn':
      case 'past.findBack': {
        const direction = action === 'past.findOn' ? 1 : -1;
        if (this.#text === '') this.#prompt = {of: 'find', text: '', direction};
        else this.#find(this.#text, direction);
        break;
      }
      case 'past.find':
      case 'past.time':
        this.#prompt = {of: action === 'past.find' ? 'find' : 'time', text: '', direction: 1};
        break;
      case 'help':
        this.#help = unscrolled;
    }
  }

  #go(said: string | undefined): void {
    this.#said = said;
    this.#playing.moved();
  }

  #refuse(name: string): undefined {
    if (!this.#needs.bindings().some(each => each.keys.includes(name))) return;
    this.#said =
      this.#needs.kind === 'back' ? 'Nothing acts on the past' : 'A replay acts on nothing: it sends nothing';
  }

  #guarded(act: () => void): void {
    this.#pending = undefined;
    try {
      act();
    } catch (error) {
      if (error instanceof Unfinished) this.#pending = act;
      else this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    if (!(error instanceof RecordingError)) throw error;
    this.#playing.stop();
    this.#seeking.stop();
    this.#said = error.message;
  }
}

/** Playback: messages come at their recorded distances, divided by the speed. */
type Playing = {
  readonly isOn: boolean;
  readonly speed: number;
  start(): void;
  stop(): void;
  change(by: 1 | -1): void;
  /**
   * Takes what is due.
   * @returns the ms until the next message, or why playback is over
   */
  advance(now: number, isTimeUp: () => boolean): number | 'ended' | 'crashed';
  /** The place changed: playback continues from there. */
  moved(): void;
};

const speeds: readonly number[] = [0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 1_000];
const longestGapMs = 5_000;
const frameMs = 33;

function createPlaying(player: Player, startSpeed: number): Playing {
  let isOn = false;
  let speed = startSpeed;
  let base: {readonly now: number; readonly mono: number} | undefined;

  return {
    get isOn() {
      return isOn;
    },
    get speed() {
      return speed;
    },
    start() {
      isOn = true;
      base = undefined;
    },
    stop() {
      isOn = false;
    },
    change(by) {
      speed = (by === 1 ? speeds.find(each => each > speed) : speeds.findLast(each => each < speed)) ?? speed;
      base = undefined;
    },
    moved() {
      base = undefined;
    },
    advance(now, isTimeUp) {
      base ??= {now, mono: player.head.at.mono};
      while (!isTimeUp()) {
        const next = player.next();
        if (next === undefined) return 'ended';
        if (next.mono - player.head.at.mono > longestGapMs) base = {now, mono: next.mono};
        const waitMs = (next.mono - base.mono) / speed - (now - base.now);
        if (waitMs > 0) return Math.max(frameMs, waitMs);
        player.step(1);
        if (player.head.crash !== undefined) return 'crashed';
      }
      // The machine is too slow for the speed: do not catch up.
      base = {now, mono: player.head.at.mono};
      return frameMs;
    },
  };
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
    hint('minute', 'past.minuteBack', 'past.minuteOn'),
    hint('event', 'past.nextEvent', 'past.previousEvent'),
    hint('time', 'past.time'),
    hint('find', 'past.find'),
    ...(isPlaying ? [hint('speed', 'past.faster', 'past.slower')] : []),
    hint('help', 'help'),
  ];
}

function askedFor({of, direction}: Prompt): string {
  if (of === 'time') return 'time';
  return direction === 1 ? 'find' : 'find back';
}

function isSamePast(one: Past, other: Past): boolean {
  const facts = (past: Past) => [
    ...[past.at, past.to, past.isPlaying, past.speed, past.events, past.said, past.isHelp],
    ...[past.asked?.what, past.asked?.text],
    ...past.keys.flatMap(({key, does}) => [key, does]),
  ];
  const others = facts(other);
  return (
    facts(one).every((each, index) => Object.is(each, others[index])) && one.keys.length === other.keys.length
  );
}

type Prompt = {
  readonly of: 'find' | 'time';
  readonly text: string;
  readonly direction: 1 | -1;
};

function typedInPrompt(prompt: Prompt, key: Key): Prompt | 'enter' | 'leave' {
  if (key.pasted || (key.text !== '' && !key.ctrl && !key.alt))
    return withText(prompt, prompt.text + key.text);
  const name = `${key.ctrl ? 'ctrl+' : ''}${key.name}`;
  switch (name) {
    case 'enter':
      return 'enter';
    case 'escape':
      return 'leave';
    case 'backspace':
      return prompt.text === '' ? 'leave' : withText(prompt, [...prompt.text].slice(0, -1).join(''));
    case 'ctrl+u':
      return withText(prompt, '');
    case 'ctrl+w':
      return withText(prompt, prompt.text.trimEnd().replace(/(?<!\S)\S+$/, ''));
    default:
      return prompt;
  }
}

const longest = 200;

function withText(prompt: Prompt, text: string): Prompt {
  const line = text.replace(/\s/g, ' ');
  return {...prompt, text: [...line].slice(0, longest).join('')};
}

type Moves = {
  step(by: 1 | -1): string | undefined;
  minute(by: 1 | -1): string | undefined;
  toEnd(of: 'start' | 'end'): string | undefined;
  toTime(text: string): string | undefined;
  toCue(cue: Cue): string | undefined;
  told(): string | undefined;
  ending(): string;
};

const minuteMs = 60_000;

export function createMoves(player: Player, kind: Past['kind']): Moves {
  const {recording} = player;
  let isDifferenceTold = false;

  const clock = (at: number) => clockText(at, player.state().settings.times);
  const ending = () => {
    if (kind === 'back') return 'This is as far as it was written';
    return recording.isTorn ? 'The recording is cut here' : 'The recording ends here';
  };
  const told = () => {
    const {head, differsFrom} = player;
    if (head.crash !== undefined) return `The program ended here: ${head.crash}`;
    if (head.isAfterGap) return 'What came just before was too much to be recorded';
    if (differsFrom === undefined || isDifferenceTold) return undefined;
    isDifferenceTold = true;
    return `From ${clock(differsFrom)} on this is not what optty ${recording.began.version} recorded`;
  };
  const going = (go: () => void) => {
    go();
    return told();
  };

  return {
    told,
    ending,
    toCue: cue => going(() => player.goTo(cue)),
    toEnd: of => going(() => player.seek(of === 'end' ? Number.MAX_VALUE : -Number.MAX_VALUE)),
    step(by) {
      if (player.step(by)) return told();
      return by === 1 ? ending() : 'This is the beginning';
    },
    minute(by) {
      const {at} = player.head;
      const next = player.next();
      if (by === -1) return going(() => player.seek(at.wall - minuteMs));
      if (next === undefined) return ending();
      return going(() => player.seek(Math.max(at.wall + minuteMs, next.wall)));
    },
    toTime(text) {
      const {from, to} = recording;
      const near = player.head.at.wall;
      const typed = typedMoment(text, {times: player.state().settings.times, near, from, to});
      return 'wrong' in typed ? sentence(typed.wrong) : going(() => player.seek(typed.at));
    },
  };
}

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
