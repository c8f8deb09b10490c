import * as say from './sequences.ts';
import {sanitize} from './text/sanitize.ts';

/** The modes of a session as bytes. */
export type Modes = {
  open: string;
  /** Opens again what an unannounced stop may have closed; the title is still on its stack. */
  again: string;
  /** What must hold on whatever terminal is there now; it says nothing of which screen that shows. */
  kept: string;
  /** The title alone; '' where there is none. */
  title: string;
  /** Closes in reverse. */
  close: string;
};

export type ModesOptions = {
  /** Whether the terminal takes a title. */
  hasTitle: boolean;
  title: string;
  /** Screen readers want the ordinary screen with a cursor on it. */
  screenReader: boolean;
};

export function modesFor({hasTitle, title, screenReader}: ModesOptions): Modes {
  const titled = hasTitle ? say.setTitle(sanitize(title, {maxCells: 100})) : '';
  const screen = screenReader ? '' : say.enterAlternateScreen;
  const pushed = hasTitle ? say.pushTitle : '';
  const quiet = screenReader ? '' : say.hideCursor;
  const focus = screenReader ? '' : say.focusReportsOn;
  const after = quiet + say.bracketedPasteOn + focus;
  return {
    open: screen + pushed + titled + after,
    again: screen + titled + after,
    kept: after,
    title: titled,
    close:
      say.resetStyle +
      (screen && say.belowThePicture) +
      (focus && say.focusReportsOff) +
      say.bracketedPasteOff +
      (quiet && say.showCursor) +
      (pushed && say.popTitle) +
      (screen && say.leaveAlternateScreen),
  };
}
