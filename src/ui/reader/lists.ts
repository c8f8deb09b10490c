import {dialogs} from '../../desk/dialogs.ts';
import {type Binding, type DialogPlace, isOfPanes, keyOf} from '../../desk/keys.ts';
import type {OverlayOf} from '../../desk/model/overlay.ts';
import {isSortedByService} from '../../desk/model/sorting.ts';
import {isFeedPane, paneTitles} from '../../desk/model/vocabulary.ts';
import {paletteMatches} from '../../desk/overlays/palette.ts';
import {sortChoices} from '../../desk/overlays/sort.ts';
import {fillsByOrder} from '../../desk/resources/figures.ts';
import type {State} from '../../desk/state.ts';
import {keyInWords} from '../../desk/words/keys.ts';
import {contractText} from '../../desk/words/orders.ts';
import {number, words} from '../../desk/words/text.ts';
import {short, zoneOf} from '../../desk/words/times.ts';
import {sourceLines} from '../book/source.ts';
import {holds, searchIn} from '../dialogs/help.tsx';
import {messageList} from '../dialogs/messages.ts';
import {positionTotalsIn} from '../dialogs/position.ts';
import {confirmedBy} from '../dialogs/question.ts';
import {worldLines} from '../dialogs/worlds.ts';
import {sentence} from '../sheet/words.ts';
import {noPaint} from '../theme.ts';

/** Lists are spoken one line at a time: each move speaks its line. */
type HeardList = {readonly title: string; readonly lines: readonly string[]; readonly index: number};

/** Wider than any line, so that none wraps. */
const endless = 4_000;

export function listInWords(state: State): HeardList | undefined {
  const {overlay, settings, messages, now} = state;
  switch (overlay.kind) {
    case 'help':
    case 'search':
      return {
        title: overlay.kind === 'help' && overlay.search !== '' ? `Help, ${overlay.search}` : 'Help',
        lines: helpInWords(state),
        index: overlay.kind === 'help' ? overlay.scroll : 0,
      };
    case 'messages':
      if (messages.length === 0) return {title: 'Messages, none yet', lines: [], index: 0};
      return {
        title: 'Messages',
        lines: messageList(messages, zoneOf(settings.times, now.wall), endless, noPaint).map(sentence),
        index: overlay.scroll,
      };
    case 'source':
      return {
        title: 'Where it comes from',
        lines: sourceLines(state, endless, noPaint).map(sentence).filter(Boolean),
        index: overlay.scroll,
      };
    case 'worlds':
      return {
        title: 'What may have become of it',
        lines: worldLines(state, overlay, endless, noPaint).slice(1).map(sentence).filter(Boolean),
        index: overlay.scroll,
      };
    case 'sort':
      return sortsInWords(state, overlay);
    case 'palette':
      return paletteInWords(state, overlay);
    default:
      return undefined;
  }
}

export function mostLines(state: State): number | undefined {
  const {overlay} = state;
  return 'most' in overlay ? Math.max(0, (listInWords(state)?.lines.length ?? 1) - 1) : undefined;
}

function sortsInWords(state: State, overlay: OverlayOf<'sort'>): HeardList {
  const {pane, settings} = state;
  const isFinding = overlay.wanted !== undefined;
  const lines = sortChoices(state, overlay).map(({heading, field, letter}) => {
    const isAsked =
      field === undefined || !isFeedPane(pane) || isSortedByService(settings.sortable, pane, field);
    const key = isFinding || letter === undefined ? '' : `, key ${keyInWords(letter)}`;
    return sentence(`${heading}${key}${isAsked ? '' : ', this page only'}`);
  });
  return {title: isFinding ? 'Sort by, find' : 'Sort by', lines, index: overlay.index};
}

function paletteInWords(state: State, {text, index}: OverlayOf<'palette'>): HeardList {
  const lines = paletteMatches(state, text).map(({label, keys, blocked}) => {
    const [key] = keys;
    const why = blocked(state);
    return [
      sentence(`${label}${key === undefined ? '' : `, key ${keyInWords(key)}`}`),
      ...(why === undefined ? [] : [sentence(`Not now: ${why}`)]),
    ].join(' ');
  });
  return {title: 'Commands', lines: lines.length === 0 ? ['No command is called that.'] : lines, index};
}

function helpInWords(state: State): readonly string[] {
  const {settings, isGlassProved} = state;
  const {what} = confirmedBy(settings.bindings, isGlassProved);
  const yes = isGlassProved
    ? keyInWords(keyOf(settings.bindings, 'yes', 'review'))
    : 'The letter that is told';
  return [...settings.bindings.filter(each => each.isFixed === undefined).map(keyInHelp), `${yes}: ${what}`]
    .map(sentence)
    .filter(each => holds(each, searchIn(state)));
}

function keyInHelp(binding: Binding): string {
  const keys = binding.keys.map(keyInWords).join(' or ');
  const {on} = binding;
  const where = isOfPanes(binding)
    ? on === undefined || on.length > 3
      ? ''
      : `, on ${on.map(pane => paneTitles[pane]).join(', ')}`
    : `, in ${[...new Set([...binding.at.keys()].map(placeInHelp))].join(', ')}`;
  return `${keys}: ${binding.label}${where}`;
}

function placeInHelp(place: DialogPlace): string {
  if (place === 'past') return 'the past';
  return place === 'side' ? 'forms' : dialogs[place].called;
}

/** The totals cover all records. */
const mostRecords = 10;

export function positionInWords(state: State, overlay: OverlayOf<'position'>): string[] {
  const {positionId, orders, trades, fault} = overlay;
  const title = `Position #${positionId}`;
  if (fault !== undefined) return [title, fault].map(sentence);
  if (orders === undefined || trades === undefined)
    return [sentence(`${title}, reading its orders and trades`)];
  const fills = fillsByOrder(trades);
  const zone = zoneOf(state.settings.times, state.now.wall);
  return [
    title,
    ...positionTotalsIn(state, positionId, trades),
    `Open orders: ${orders.length}`,
    ...orders
      .slice(0, mostRecords)
      .map(({orderId, side, size, price, status}) =>
        [
          `${words(side)} ${number(size)} at ${number(price)}`,
          words(status),
          `${number(fills.get(orderId) ?? '0')} filled`,
        ].join(', '),
      ),
    `Trades: ${trades.length}`,
    ...trades
      .slice(0, mostRecords)
      .map(trade =>
        [
          `${words(trade.tradeSide)} ${number(trade.filledSizeContracts)} at ${number(trade.openPrice)}`,
          contractText(trade),
          short(trade.openDate, zone),
        ].join(', '),
      ),
  ].map(sentence);
}
