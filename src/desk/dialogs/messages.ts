import {clock, zoneName, zoneOf} from '../../account/words/times.ts';
import {skewMs} from '../../core/intents/clock.ts';
import {close, type Dialog, listDialog, show} from '../dialog.ts';
import type {Hint} from '../key-words.ts';
import {without} from '../notices.ts';
import {back, type Item, keys, scrolls, title} from '../sheet.ts';
import {messageSigns} from '../signs.ts';
import type {State, Step} from '../state.ts';
import {whyNoneReturned} from './form.ts';

/** Showing all messages acknowledges them, except those that need their own acknowledgement. */
export function openMessages(state: State): Step {
  const unread = without(state, ({stays}) => !stays);
  return show(unread, {top: 0, kind: 'messages'});
}

export const messages = {
  ...listDialog,
  isWide: true,
  keys: [...listDialog.keys, 'messages', 'fix'],
  press: (state, overlay, press) =>
    press.action === 'fix' ? press.run(close(state), 'fix') : listDialog.press(state, overlay, press),
  sheet(state, {top: at}) {
    const {messages, now} = state;
    const fix: readonly Hint[] = whyNoneReturned(state) === undefined ? [[['fix'], 'fix order']] : [];
    const zone = zoneOf(now.wall);
    const items = messages.toReversed().map(
      ({level, text, at: {wall}}): Item => ({
        mark: {text: `${clock(wall + skewMs(state), zone)} `, tone: 'dim'},
        text: messageSigns[level].sign + text,
        tone: messageSigns[level].tone,
      }),
    );
    return [
      title(
        `Messages of this session: ${messages.length}`,
        {text: ' '},
        {text: `(${zoneName(zone)})`, tone: 'dim'},
      ),
      items.length === 0
        ? {is: 'scroll', title: 'Messages, none yet', items: [{text: 'None yet.', spoken: ''}], at}
        : {is: 'scroll', title: 'Messages', items, at},
      keys(state, 'messages', [scrolls, ...fix, back], {counts: 'if more'}),
    ];
  },
} satisfies Dialog<'messages'>;
