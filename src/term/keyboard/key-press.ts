export type KeyPress = {
  /** 'enter', 'escape', 'up', 'f1', ...; a printable key is named by its grapheme: 'a', 'A', '?', ' '. */
  name: string;
  text: string;
  ctrl: boolean;
  alt: boolean;
  /** Set only for non-printable keys. */
  shift: boolean;
  /** The only one of its read. */
  alone: boolean;
  at: number;
  /** Bracketed paste: `name` is 'paste' and `text` is the content. */
  pasted: boolean;
};

export type BareKey = Pick<KeyPress, 'name' | 'text' | 'ctrl' | 'alt' | 'shift'>;

export const special = (name: string, modifiers: Partial<BareKey> = {}): BareKey => ({
  name,
  text: '',
  ctrl: false,
  alt: false,
  shift: false,
  ...modifiers,
});

export const printable = (text: string): BareKey => special(text, {text});

/** C0 control or DEL (xterm ctlseqs). Ctrl-J counts as Enter, because some programs send it. */
export function controlKey(code: number): BareKey {
  if (code === 0x0d || code === 0x0a) return special('enter');
  if (code === 0x09) return special('tab');
  if (code === 0x7f || code === 0x08) return special('backspace');
  if (code === 0x1b) return special('escape');
  if (code === 0x00) return special(' ', {ctrl: true});
  return special(String.fromCharCode(code <= 0x1a ? code + 0x60 : code + 0x40), {ctrl: true});
}

const byLetter: Readonly<Record<string, string>> = {
  ...{A: 'up', B: 'down', C: 'right', D: 'left', E: 'clear', F: 'end', H: 'home'},
  ...{P: 'f1', Q: 'f2', R: 'f3', S: 'f4'},
};

/** The parameter of `CSI n ~` is the place in this list. */
const byNumber =
  ' home insert delete end pageup pagedown home end   f1 f2 f3 f4 f5  f6 f7 f8 f9 f10  f11 f12'.split(' ');

/** Application keypad: SS3 and a letter. */
const keypad = 'jklmnopqrstuvwxy';
const keypadText = '*+,-./0123456789';

/** 1 + the sum of shift 1, alt 2, ctrl 4, meta 8. */
function modifiersOf(parameter: number | undefined): Partial<BareKey> {
  const bits = Math.max(0, (parameter ?? 1) - 1);
  return {shift: (bits & 1) !== 0, alt: (bits & 10) !== 0, ctrl: (bits & 4) !== 0};
}

export function csiKey(parameters: string, final: string): BareKey | undefined {
  if (!/^[\d;:]*$/.test(parameters)) return undefined;
  const groups = parameters.split(';').map(group => group.split(':').map(Number));
  const first = groups[0]?.[0] || undefined;
  const modifiers = modifiersOf(groups[1]?.[0] || undefined);
  // Kitty's third event type is a key release.
  if (groups[1]?.[1] === 3) return undefined;

  if (final === '~' && first === 27) return codePointKey(groups[2]?.[0], modifiers);
  if (final === 'u') return codePointKey(first, modifiers);
  if (final === 'Z') return special('tab', {...modifiers, shift: true});
  // A cursor position report looks like a modified F3.
  if (final === 'R' && parameters !== '') return undefined;
  if (final === '~') {
    const name = byNumber[first ?? 0];
    return !name ? undefined : special(name, modifiers);
  }
  const name = byLetter[final];
  return name === undefined || (first !== undefined && first !== 1) ? undefined : special(name, modifiers);
}

export function ss3Key(parameters: string, final: string): BareKey | undefined {
  if (final === 'M') return special('enter');
  const onKeypad = keypad.indexOf(final);
  if (onKeypad >= 0) return printable(keypadText.charAt(onKeypad));
  const name = byLetter[final];
  return name === undefined
    ? undefined
    : special(name, modifiersOf(Number(parameters.split(';').at(-1)) || undefined));
}

/** `CSI code ; modifiers u`, and xterm's modifyOtherKeys. */
function codePointKey(code: number | undefined, modifiers: Partial<BareKey>): BareKey | undefined {
  if (code === undefined || code > 0x10ffff || (code >= 0xd800 && code < 0xf900)) return undefined;
  if (code < 0x20 || code === 0x7f) {
    const key = controlKey(code);
    return {...key, ...modifiers, ctrl: key.ctrl || modifiers.ctrl === true};
  }
  if (code < 0xa0 && code > 0x7f) return undefined;
  const character = String.fromCodePoint(code);
  const name = modifiers.shift ? character.toUpperCase() : character;
  const isCommand = modifiers.ctrl === true || modifiers.alt === true;
  return special(name, {...modifiers, shift: false, text: isCommand ? '' : name});
}
