import type {Millis} from '../../../api/wire/records.ts';
import {type Binding, bindingAlways, bindingIn, isHaltKey, type KeyAction} from '../../keys.ts';
import {type Key, keyName} from '../../model/vocabulary.ts';
import {movedTo, pageOf, type Scrolled, unscrolled} from '../../overlay.ts';
import type {Past, PastKey} from '../../past.ts';
import type {State} from '../../state.ts';
import {labelOf} from '../../words/keys.ts';
import {ownClock} from '../../words/times.ts';
import {RecordingError, Unfinished} from '../entries.ts';
import {isSame, type Player} from './player.ts';
import {Seeking, type SeekingNeeds} from './seeking.ts';
import {typedMoment} from './times.ts';

type Asked = 'leave' | 'quit' | 'redraw' | 'halt';

export type ViewerNeeds = SeekingNeeds & {
  readonly kind: Past['kind'];
  readonly bindings: () => readonly Binding[];
  readonly rows: () => number;
  readonly speed: number;
  readonly isPlaying: boolean;
  readonly said: string | undefined;
};

const restMs = 40;
const minuteMs = 60_000;

export class Viewer {
  readonly #needs: ViewerNeeds;
  readonly #player: Player;
  readonly #playing: Playing;
  readonly #seeking: Seeking;
  #prompt: Prompt | undefined;
  #said: string | undefined;
  #pending: (() => void) | undefined;
  #text = '';
  #help: Scrolled | undefined;
  #past: Past | undefined;
  #state: {readonly of: State; readonly help: Scrolled; readonly state: State} | undefined;
  #isDifferenceShown = false;

  constructor(needs: ViewerNeeds) {
    this.#needs = needs;
    this.#player = needs.player;
    this.#said = needs.said;
    this.#playing = new Playing(needs.player, needs.speed, needs.isPlaying);
    this.#seeking = new Seeking(needs, at => this.#clock(at));
  }

  press(key: Key): Asked | undefined {
    const bindings = this.#needs.bindings();
    const name = keyName(key);
    const always = bindingAlways(bindings, name)?.action;
    if (always === 'quit' || always === 'redraw') return always;
    const isHalt = isHaltKey(bindings, name, this.#prompt !== undefined);
    if (isHalt && this.#needs.kind === 'back') return 'halt';
    const wasSeeking = this.#seeking.isOn;
    this.#seeking.stop();
    this.#pending = undefined;
    if (this.#prompt !== undefined) return this.#type(this.#prompt, key);
    if (key.pasted) return undefined;
    if (this.#help !== undefined) return this.#pressInHelp(this.#help, name);
    this.#said = undefined;
    const action = bindingIn(bindings, name, 'past')?.action;
    if (action === undefined || action === 'halt') return this.#refuse(name);
    // Esc first ends a search.
    if (action === 'back' && (wasSeeking || this.#needs.kind === 'replay')) return undefined;
    if (action === 'leave' || action === 'back') return 'leave';
    this.#guarded(() => this.#act(action));
    return undefined;
  }

  /** @param now monotonic ms @returns the ms until the next call; undefined if there is nothing to do */
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
    const {isOn: isPlaying, speed} = this.#playing;
    const doing = this.#pending === undefined ? undefined : 'Reading the recording';
    const said = doing ?? (this.#seeking.isOn ? this.#seeking.words : this.#said);
    const past: Past = {
      ...{kind, at: head.at.wall, from: recording.from, to: Math.max(recording.to, head.at.wall)},
      ...{isPlaying, speed, events: this.#seeking.events},
      keys: hintsOf(bindings(), {kind, isPlaying}, this.#help !== undefined),
      ...(this.#prompt && {asked: {what: this.#prompt.what, text: this.#prompt.text}}),
      ...(said === undefined ? {} : {said}),
      ...(this.#help && {isHelp: true}),
    };
    if (this.#past === undefined || !isSame(this.#past, past)) this.#past = past;
    return this.#past;
  }

  scrollTold(most: number): void {
    if (this.#help === undefined || this.#help.most === most) return;
    this.#help = {most, scroll: Math.min(this.#help.scroll, most)};
  }

  #workOn(now: number, isTimeUp: () => boolean): number | undefined {
    if (this.#pending !== undefined) this.#guarded(this.#pending);
    if (this.#seeking.isOn) {
      const found = this.#seeking.work(isTimeUp);
      if (found === undefined) return 0;
      const {cue, said} = found;
      this.#guarded(() => {
        if (cue !== undefined) this.#player.goTo(cue);
        this.#arrive((cue && this.#problem()) ?? said);
      });
    }
    if (this.#pending !== undefined) return 0;
    const playing = this.#playing.isOn ? this.#play(now, isTimeUp) : undefined;
    const isReading = this.#seeking.readAhead(isTimeUp);
    if (playing !== undefined) return isReading ? Math.min(playing, restMs) : playing;
    return isReading ? restMs : undefined;
  }

  #play(now: number, isTimeUp: () => boolean): number | undefined {
    const next = this.#playing.advance(now, isTimeUp);
    this.#said = this.#problem() ?? this.#said;
    if (typeof next === 'number') return next;
    this.#playing.isOn = false;
    if (next === 'ended') this.#said = this.#ending();
    return undefined;
  }

  #type(prompt: Prompt, key: Key): undefined {
    const next = typedInPrompt(prompt, key);
    this.#said = undefined;
    this.#prompt = typeof next === 'string' ? undefined : next;
    if (next === 'enter' && prompt.text.trim() !== '') this.#guarded(() => this.#enter(prompt));
  }

  #enter({what, text}: Prompt): void {
    if (what !== 'time') {
      this.#find(text, what === 'find' ? 1 : -1);
      return;
    }
    const {from, to} = this.#player.recording;
    const {times} = this.#player.state().settings;
    const typed = typedMoment(text, {times, near: this.#player.head.at.wall, from, to});
    if ('wrong' in typed) this.#arrive(typed.wrong.charAt(0).toUpperCase() + typed.wrong.slice(1));
    else this.#seek(typed.at);
  }

  #find(text: string, direction: 1 | -1): void {
    this.#text = text;
    this.#playing.isOn = false;
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
    const {wall} = this.#player.head.at;
    switch (action) {
      case 'past.next':
      case 'past.previous':
        this.#step(action === 'past.next' ? 1 : -1);
        break;
      case 'past.minuteOn': {
        const next = this.#player.next();
        if (next === undefined) this.#arrive(this.#ending());
        else this.#seek(Math.max(wall + minuteMs, next.wall));
        break;
      }
      case 'past.minuteBack':
        this.#seek(wall - minuteMs);
        break;
      case 'past.start':
      case 'past.end':
        this.#seek(action === 'past.end' ? Number.MAX_VALUE : -Number.MAX_VALUE);
        break;
      case 'past.nextEvent':
      case 'past.previousEvent':
        this.#playing.isOn = false;
        this.#seeking.forEvent(action === 'past.nextEvent' ? 1 : -1);
        break;
      case 'past.play':
        this.#playing.isOn = !this.#playing.isOn;
        this.#playing.moved();
        break;
      case 'past.faster':
      case 'past.slower':
        this.#playing.change(action === 'past.faster' ? 1 : -1);
        break;
      case 'past.findOn':
      case 'past.findBack': {
        const isOn = action === 'past.findOn';
        if (this.#text === '') this.#prompt = {what: isOn ? 'find' : 'find back', text: ''};
        else this.#find(this.#text, isOn ? 1 : -1);
        break;
      }
      case 'past.find':
      case 'past.time':
        this.#prompt = {what: action === 'past.find' ? 'find' : 'time', text: ''};
        break;
      case 'help':
        this.#help = unscrolled;
    }
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
    const {head, differsFrom, recording} = this.#player;
    if (head.crash !== undefined) return `The program ended here: ${head.crash}`;
    if (head.isAfterGap) return 'Messages just before this are missing';
    if (differsFrom === undefined || this.#isDifferenceShown) return undefined;
    this.#isDifferenceShown = true;
    return `From ${this.#clock(differsFrom)} on this is not what optty ${recording.began.version} recorded`;
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
    this.#said = this.#needs.kind === 'back' ? 'Keys cannot act on the past' : 'A replay sends nothing';
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
    this.#playing.isOn = false;
    this.#seeking.stop();
    this.#said = error.message;
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
    hint('minute', 'past.minuteBack', 'past.minuteOn'),
    hint('event', 'past.nextEvent', 'past.previousEvent'),
    hint('time', 'past.time'),
    hint('find', 'past.find'),
    ...(isPlaying ? [hint('speed', 'past.faster', 'past.slower')] : []),
    hint('help', 'help'),
  ];
}

type Prompt = {readonly what: 'find' | 'find back' | 'time'; readonly text: string};

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
