import {type Dialog, lineKeys, lineOf} from '../overlay.ts';
import {showHelp} from './help.ts';

declare module '../../model/overlay.ts' {
  interface Overlays {
    readonly search: {readonly text: string};
  }
}

/** The line over the help in which is typed what to look for: the help is narrowed with every letter. */
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
