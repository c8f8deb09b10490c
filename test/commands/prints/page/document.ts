import {createContext, runInContext} from 'node:vm';

/** What a page needs of a browser: elements that hold text and others, and tell of what is done to them. */
export class Element {
  children: Element[] = [];
  className = '';
  value = '';
  readonly attributes = new Map<string, string>();
  #text = '';
  #parent: Element | undefined;
  readonly #listeners = new Map<string, (event: object) => void>();

  get textContent(): string {
    return this.#text + this.children.map(each => each.textContent).join('');
  }

  set textContent(text: string) {
    this.children = [];
    this.#text = text;
  }

  get lastChild(): Element | undefined {
    return this.children.at(-1);
  }

  append(child: Element): void {
    child.#parent = this;
    this.children.push(child);
  }

  replaceChildren(...children: Element[]): void {
    this.children = [];
    for (const child of children) this.append(child);
  }

  remove(): void {
    const siblings = this.#parent?.children ?? [];
    siblings.splice(siblings.indexOf(this), 1);
  }

  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value);
  }

  addEventListener(name: string, listener: (event: object) => void): void {
    this.#listeners.set(name, listener);
  }

  happen(name: string, event: object = {}): void {
    this.#listeners.get(name)?.(event);
  }
}

type Tape = {readonly times: readonly number[]};
type Screen = readonly {readonly text: readonly string[]; readonly style: readonly number[]}[];

/** The functions of the script, which are the page's own. */
export type PageFunctions = {
  openTape(frames: unknown): Tape;
  cellsAt(tape: Tape, ms: number): Screen;
};

export const pageFunctions = (script: string): PageFunctions => runIn(script, {}) as unknown as PageFunctions;

export type OpenPage = {
  byId(id: string): Element;
  /** The rows of the screen as their text. */
  rows(): string[];
  /** On the page itself. */
  press(key: string): void;
  /** Lets time pass. */
  advance(ms: number): void;
};

/** Opens a page as a browser does, but for its looks. */
export function openPage(html: string): OpenPage {
  const [data = '', script = ''] = [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(
    each => each[1],
  );
  const elements = new Map(
    ['frames', 'screen', 'slider', 'time', 'play', 'speed'].map(id => [id, new Element()]),
  );
  const byId = (id: string) => elements.get(id) ?? new Element();
  byId('frames').textContent = data;
  byId('speed').value = '1';
  const page = new Element();
  const waiting: {at: number; then: () => void}[] = [];
  let now = 0;
  runIn(script, {
    document: {
      getElementById: byId,
      createElement: () => new Element(),
      addEventListener: page.addEventListener.bind(page),
    },
    performance: {now: () => now},
    setTimeout: (then: () => void, ms: number) => waiting.push({at: now + ms, then}),
  });
  return {
    byId,
    rows: () => byId('screen').children.map(each => each.textContent),
    press: key => page.happen('keydown', {key, target: page, preventDefault: () => {}}),
    advance(ms) {
      for (const until = now + ms; ; ) {
        const next = waiting.findIndex(each => each.at <= until);
        const [due] = next < 0 ? [] : waiting.splice(next, 1);
        now = due?.at ?? until;
        if (due === undefined) return;
        due.then();
      }
    },
  };
}

function runIn(script: string, globals: object): object {
  const context = createContext(globals);
  runInContext(script, context);
  return context;
}
