import {sanitize} from './sanitize.ts';
import * as say from './sequences.ts';

/** The modes of a session as bytes. */
export type Modes = {
  open: string;
  /** Opens again what an unannounced stop may have closed; the title is still on its stack. */
  again: string;
  /** Closes in reverse. */
  close: string;
  /** '' where the terminal has no title. */
  title(text: string): string;
};

export type ModesOptions = {
  /** TERM, as the environment has it. */
  terminal: string | undefined;
  title: string | undefined;
  /** Screen readers want the ordinary screen with a cursor on it. */
  screenReader: boolean;
};

/** Terminals that are known to take OSC strings: a title, a question. Others may print what they do not know. */
const known =
  /^(xterm|rxvt|screen|tmux|st-|st$|stterm|foot|kitty|alacritty|wezterm|ghostty|konsole|putty|vte|gnome|contour|mlterm|mintty|iterm|nsterm|ms-terminal|eterm|dtterm|aixterm)/i;

/** @param terminal TERM, as the environment has it */
export const takesOsc = (terminal: string | undefined): boolean => known.test(terminal ?? '');

export function modesFor({terminal, title, screenReader}: ModesOptions): Modes {
  const hasTitle = title !== undefined && takesOsc(terminal);
  const titled = (text: string) => (hasTitle ? say.setTitle(sanitize(text, {maxCells: 100})) : '');
  const screen = screenReader ? '' : say.enterAlternateScreen;
  const pushed = hasTitle ? say.pushTitle : '';
  const quiet = screenReader ? '' : say.hideCursor;
  const focus = screenReader ? '' : say.focusReportsOn;
  const after = quiet + say.bracketedPasteOn + focus;
  return {
    open: screen + pushed + titled(title ?? '') + after,
    again: screen + titled(title ?? '') + after,
    close:
      say.resetStyle +
      (focus && say.focusReportsOff) +
      say.bracketedPasteOff +
      (quiet && say.showCursor) +
      (pushed && say.popTitle) +
      (screen && say.leaveAlternateScreen),
    title: titled,
  };
}
