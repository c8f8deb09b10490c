import type {Millis} from '../../../api/wire/records.ts';
import {type Binding, bindingAlways, bindingIn, isStopKey, type KeyAction} from '../../model/keys.ts';
import type {State} from '../../model/state.ts';
import {type Key, keyName} from '../../model/vocabulary.ts';
import {movedTo, pageOf, type Scrolled, unscrolled} from '../../overlays/overlay.ts';
import {RecordingError, Unfinished} from '../error.ts';
import type {Past} from '../past.ts';
import {createPlaying, type Playing} from './clockwork.ts';
import {askedFor, hintsOf, isSamePast} from './hints.ts';
import {createMoves, type Moves} from './moves.ts';
import type {Player} from './player.ts';
import {type Prompt, typedInPrompt} from './prompt.ts';
import {createSeeking, type Seeking, type SeekingNeeds} from './seeking.ts';
import {clockText} from './times.ts';

/** Somebody at a recording: what keys do there, what goes on by itself, and what is said of it. */
export type Viewer = {
  /** @returns what the key asks for that others have to do */
  press(key: Key): Asked | undefined;
  /**
   * Plays, looks for what was asked and reads on ahead, until the time is up.
   * @param now monotonic ms
   * @returns after how many ms it is to be called again; undefined once there is nothing to do
   */
  work(now: number, isTimeUp: () => boolean): number | undefined;
  /** The desk of then, with the viewer's own help over it where that is open. */
  state(): State;
  past(): Past;
  /** How far the help scrolls. */
  scrollTold(most: number): void;
};

/** To end the look at the past, to quit the program, to draw the screen anew, or to set the stop. */
type Asked = 'leave' | 'quit' | 'redraw' | 'stop';

export type ViewerNeeds = Omit<SeekingNeeds, 'clock'> & {
  readonly kind: Past['kind'];
  /** The keys in force now, rather than those of then. */
  readonly bindings: () => readonly Binding[];
  /** Rows of the screen, by which the help is turned. */
  readonly rows: () => number;
  readonly speed: number;
  readonly isPlaying: boolean;
  /** What is to be known of the recording from the start. */
  readonly said: string | undefined;
};

/** Reading ahead leaves the machine to others most of the time. */
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
  /** What a key asked for, and what has to be read first. */
  #pending: (() => void) | undefined;
  /** What was looked for last, to be looked for again. */
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
    // Esc ends the looking first, as it does everything that is under way.
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

  /** What moves nothing by itself. */
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

  /** Playing goes on from where a key has led. */
  #go(said: string | undefined): void {
    this.#said = said;
    this.#playing.moved();
  }

  /** Whoever presses a key of now should know why nothing comes of it. */
  #refuse(name: string): undefined {
    if (!this.#needs.bindings().some(each => each.keys.includes(name))) return;
    this.#said =
      this.#needs.kind === 'back' ? 'Nothing acts on the past' : 'A replay acts on nothing: it sends nothing';
  }

  /** What cannot be read is said, and all stays as it was. What takes longer goes on when there is time. */
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
