import {
  close,
  type Dialog,
  lineKeys,
  lineOf,
  type Scrolled,
  scrollBy,
  scrollKeys,
  show,
  unscrolled,
} from '../overlay.ts';
import type {State} from '../state.ts';
import type {Step} from '../step.ts';

declare module '../model/overlay.ts' {
  interface Overlays {
    readonly help: Scrolled & {
      readonly search: string;
    };
    readonly search: {readonly text: string};
  }
}

function openHelp(state: State): Step {
  return showHelp(state, '');
}

function showHelp(state: State, search: string): Step {
  return show(state, {...unscrolled, kind: 'help', search});
}

export const help = {
  called: 'lists',
  keys: [...scrollKeys, 'search', 'help', 'leave'],
  opens: {help: openHelp},
  press(state, overlay, {action}) {
    switch (action) {
      case 'search':
        return show(state, {kind: 'search', text: overlay.search});
      case 'back':
        return overlay.search === '' ? [close(state), []] : showHelp(state, '');
      case 'help':
      case 'leave':
        return [close(state), []];
      default:
        return scrollBy(state, overlay, action);
    }
  },
} satisfies Dialog<'help'>;

export const search = {
  called: 'lines',
  keys: lineKeys,
  press(state, {text}, {action}) {
    switch (action) {
      case 'accept':
        return showHelp(state, text.trim());
      case 'back':
        return showHelp(state, '');
      default:
        return [state, []];
    }
  },
  line: lineOf,
  typed: (overlay, _field, text) => ({...overlay, text}),
} satisfies Dialog<'search'>;
