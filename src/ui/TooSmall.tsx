import {haltState, isHalted} from '../core/halt/halt.ts';
import {labelOf} from '../desk/key-words.ts';
import {leastScreen} from '../desk/screen.ts';
import type {State} from '../desk/state.ts';
import {Lines, type OneLine, unlessSameLines, useDesk} from './desk.tsx';
import {type Line, wrapTo} from './format.ts';

export function TooSmall({columns}: OneLine) {
  return <Lines lines={useDesk(tooSmallLines, unlessSameLines)} columns={columns} />;
}

function tooSmallLines(state: State): readonly Line[] {
  const {viewport, overlay, settings, halt} = state;
  const {columns, rows} = viewport;
  const word = isHalted(state) ? [`${haltState(halt.record)}.`] : [];
  const [quit, stop] = [labelOf(settings.bindings, 'quit'), labelOf(settings.bindings, 'halt')];
  const keys = isHalted(state) ? `${quit} quits.` : `${quit} quits, ${stop} halts.`;
  // The screen is too small for the question's text.
  const wayOut = overlay.kind === 'quit' ? 'Unresolved writes: confirm to quit. Ctrl-C quits anyway.' : keys;
  const needs = `${columns}x${rows}: optty needs ${leastScreen.columns}x${leastScreen.rows}.`;
  return wrapTo([...word, needs, wayOut].join(' '), columns, rows).map(text => [{text}]);
}
