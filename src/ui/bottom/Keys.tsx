import {blocked} from '../../desk/actions.ts';
import {keyLabel} from '../../desk/key-words.ts';
import {type Binding, isOfPanes} from '../../desk/keys.ts';
import type {State} from '../../desk/state.ts';
import {LineOf, type OneLine} from '../desk.tsx';
import {type Line, noLine, widthOf} from '../format.ts';
import {layoutOf} from '../layout.ts';
import {messageLines} from './Messages.tsx';

export const Keys = ({columns}: OneLine) => <LineOf select={footerLine} columns={columns} />;

/** A message takes the line of the keys where rows are few. */
export function footerLine(state: State): Line {
  const [message] = layoutOf(state).message > 0 ? [] : messageLines(state, 1);
  return message ?? keysLine(state);
}

/** Keeps the keys of this pane that fit, and always the one for help. */
export function keysLine(state: State): Line {
  const {viewport, overlay, settings, pane, details, portfolio} = state;
  if (overlay.kind !== 'none') return noLine;
  const shown = settings.bindings.filter(
    each => isOfPanes(each) && each.hint !== undefined && blocked(state, each.action) === undefined,
  );
  const hint = ({action, hint: usual = ''}: Binding) => {
    // The key for quitting first leaves the details.
    if (action === 'quit' && details) return 'back';
    if (pane !== 'portfolio') return usual;
    const isListed = portfolio.list !== undefined;
    if (action === 'block.next' && isListed) return 'row';
    return action === 'details' && !isListed ? 'rows' : usual;
  };
  const hints = shown.map(each => ({key: keyLabel(each.keys[0] ?? ''), does: hint(each), of: each.action}));
  const help = hints.filter(({of}) => of === 'help');
  const others = hints.filter(({of}) => of !== 'help');
  const room = viewport.columns - 4 - widthOf(hintSpans(help));
  const kept = others.filter((_, at) => widthOf(hintSpans(others.slice(0, at + 1))) <= room);
  return [{text: ' '}, ...hintSpans(hints.filter(each => help.includes(each) || kept.includes(each)))];
}

const hintSpans = (hints: readonly {readonly key: string; readonly does: string}[]): Line =>
  hints.flatMap(
    ({key, does}, index): Line => [
      {text: index === 0 ? '' : '  '},
      {text: key, tone: 'accent'},
      {text: ` ${does}`},
    ],
  );
