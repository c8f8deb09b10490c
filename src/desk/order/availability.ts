import {type EasyOption, isInt64, type Order} from '../../api/wire/records.ts';
import {figureInView, rowListed, rowsListed} from '../book/pane/move.ts';
import {selected, selectedLine, selectedRow} from '../feeds/navigate.ts';
import {
  type Draft,
  type DraftOf,
  type HeldIntent,
  type Intent,
  type Target,
  targets,
} from '../intents/intent.ts';
import {writeOf} from '../intents/replace/write.ts';
import {
  canAct,
  heldHere,
  heldInSight,
  inBanner,
  lockOn,
  maySendAgain,
  unknown,
  waitingReplacements,
} from '../intents/selectors.ts';
import {isEnding} from '../model/figures.ts';
import {type Action, type Binding, isOn} from '../model/keys.ts';
import {fieldOf, idField} from '../model/rows.ts';
import type {State} from '../model/state.ts';
import {isFeedPane, paneTitles} from '../model/vocabulary.ts';
import {isStopped} from '../stop/room.ts';
import {activityId} from '../words/intents.ts';
import {underlyingForbidden, writesForbidden} from './guardrails.ts';
import {replaceable} from './replace/order.ts';
import {markedOn} from './several/marked.ts';

/** Why an action cannot be taken now; undefined when it can. The footer, the palette and the keys ask it. */
export function blocked(state: State, action: Action): string | undefined {
  return elsewhere(state, action) ?? blockedHere(state, action);
}

/** As `blocked`, for where the action's name does not stand beside it. */
export function refusal(state: State, action: Action): string | undefined {
  const panes = elsewhere(state, action);
  if (panes === undefined) return blockedHere(state, action);
  return `${bindingOf(state, action)?.label ?? action}: ${panes}`;
}

/** A row is taken for what its pane lists: on another pane the action would mistake one record for another. */
function elsewhere(state: State, action: Action): string | undefined {
  const binding = bindingOf(state, action);
  if (binding === undefined || isOn(binding, state.pane)) return undefined;
  const names = (binding.on ?? []).map(pane => {
    const key = bindingOf(state, `pane.${pane}`)?.keys[0];
    return key === undefined ? paneTitles[pane] : `${paneTitles[pane]} (${key})`;
  });
  const last = names.pop() ?? '';
  return `only on ${names.length === 0 ? last : `${names.join(', ')} or ${last}`}.`;
}

function bindingOf({settings}: State, action: Action): Binding | undefined {
  return settings.bindings.find(each => each.action === action);
}

/** What another dashboard has stands in the banner as well, and goes on there alone. */
function goOnBlocked(state: State): string | undefined {
  if (waitingReplacements(state.intents).length > 0) return writesBlocked(state, 'place');
  const held = heldInSight(state.intents).find(each => each.intent.state === 'CANCELED NOT PLACED');
  return held === undefined
    ? 'Nothing is CANCELED NOT PLACED.'
    : `${held.holder} has it, and it goes on there.`;
}

/** As `blocked`, of an action that its pane is known to have. */
export function blockedHere(state: State, action: Action): string | undefined {
  switch (action) {
    case 'open':
      return writesBlocked(state, 'open') ?? openBlocked(state);
    case 'close':
      return writesBlocked(state, 'close') ?? closeBlocked(state);
    case 'place':
      return writesBlocked(state, 'place');
    case 'cancel':
      return writesBlocked(state, 'cancel') ?? cancelBlocked(state);
    case 'replace':
      return writesBlocked(state, 'replace') ?? replaceBlocked(state);
    case 'goOn':
      return goOnBlocked(state);
    case 'cancelAll':
      return writesBlocked(state, 'cancel') ?? cancelAllBlocked(state);
    case 'mark':
      return isNoneSelected(state) ? 'Select the row to mark.' : undefined;
    case 'details':
      return isNoneSelected(state) ? 'No row is selected.' : undefined;
    case 'copy':
      return copyBlocked(state);
    case 'export':
      return state.pane === 'book' && state.book.list === undefined ? noRowsListed : undefined;
    case 'sort.turn':
      return isSorted(state) ? undefined : 'Nothing is sorted yet.';
    case 'position':
      return positionOf(state) === undefined ? 'The selected row names no position.' : undefined;
    case 'alert':
      return selectedRow(state) === undefined ? 'Select the row to set an alert on.' : undefined;
    case 'lookAgain':
    case 'byHand':
      return inBanner(state.intents).length === 0 ? 'Nothing is UNKNOWN.' : undefined;
    case 'worlds':
      return unknown(state.intents).length === 0 ? 'Nothing is UNKNOWN.' : undefined;
    case 'lift':
      return isStopped(state) ? undefined : 'Nothing is stopped.';
    case 'takeOver':
      return takeOverBlocked(state);
    case 'sendAgain': {
      const again = sendable(state);
      if (again === undefined && unknown(state.intents).length === 0) return 'Nothing is UNKNOWN.';
      return again === undefined
        ? 'Not yet: an order can be sent again once reads over 120 s found no trace of it.'
        : writesBlocked(state, writeOf(again).draft.kind);
    }
    default:
      return undefined;
  }
}

/** The oldest UNKNOWN intent that sending again cannot double. */
export function sendable({intents}: State): Intent | undefined {
  return unknown(intents).find(each => maySendAgain(intents, each));
}

/** Another dashboard's intent to take over: the one selected on Activity, else the banner's first. */
export function heldInView({intents, pane, activitySelected}: State): HeldIntent | undefined {
  const chosen =
    pane === 'activity'
      ? heldHere(intents).find(each => activityId(each.intent) === activitySelected)
      : undefined;
  const inSight = heldInSight(intents);
  // Of what no banner is about it is still told who has it.
  return chosen ?? inSight.find(each => each.presence === 'elsewhere') ?? inSight[0] ?? heldHere(intents)[0];
}

/** Only who is on another host cannot be seen from here: of the others it is known whether they run. */
function takeOverBlocked(state: State): string | undefined {
  const held = heldInView(state);
  if (held === undefined) return 'No other dashboard holds anything unresolved.';
  const {holder, presence} = held;
  switch (presence) {
    case 'alive':
      return `${holder} runs on this host and has it: it has to end there.`;
    case 'gone':
      return `${holder} left it: it is taken over without a key, as soon as the journal can be written.`;
    case 'elsewhere':
      return state.journal.status === 'open' ? undefined : 'The journal cannot be written.';
    default:
      return presence satisfies never;
  }
}

/** What stands against any write of a kind: the profile, the link, the journal, the service's own answers. */
function writesBlocked(state: State, kind: Draft['kind']): string | undefined {
  const noWrites = writesForbidden(state.settings.guardrails);
  if (noWrites !== undefined) return noWrites;
  if (state.link.venue === undefined)
    return 'The service has not answered yet, so it is not known what it is.';
  if (state.journal.status === 'opening') return 'The journal is still being opened.';
  if (state.journal.status === 'failed') return `No writes without a journal: ${state.journal.reason}`;
  const may = canAct(state.intents, kind, state.now);
  return may === true ? undefined : may;
}

function isNoneSelected(state: State): boolean {
  if (state.pane === 'book') return figureInView(state) === undefined;
  return state.pane !== 'activity' && selectedRow(state) === undefined;
}

function isSorted({pane, feeds}: State): boolean {
  return isFeedPane(pane) && feeds[pane].sort !== undefined;
}

function copyBlocked(state: State): string | undefined {
  if (isNoneSelected(state)) return 'No row is selected.';
  if (state.pane === 'book' && state.book.list === undefined) return noRowsListed;
  if (idToCopy(state) !== undefined) return undefined;
  return state.pane === 'activity' ? 'This line has no request id to copy.' : 'This row came without an id.';
}

const noRowsListed = 'Show the rows behind a figure first.';

/** The record's own id; of a line of Activity the one that the service gave the request. */
export function idToCopy(state: State): string | undefined {
  if (state.pane === 'activity') return selectedLine(state)?.requestId || undefined;
  const pane = isFeedPane(state.pane) ? state.pane : rowsListed(state)?.pane;
  const row = isFeedPane(state.pane) ? selectedRow(state) : rowListed(state);
  const id = row === undefined || pane === undefined ? undefined : fieldOf(row, idField[pane]);
  return typeof id === 'string' && id !== '' ? id : undefined;
}

function openBlocked(state: State): string | undefined {
  const card = selected(state, 'cards');
  if (card === undefined) return 'Select a card to open from.';
  if (card.active === false) return 'This card is not active.';
  return (
    underlyingForbidden(card.underlying, state.settings.guardrails) ??
    idRefused(card.id) ??
    locked(state, {kind: 'open', cardId: card.id})
  );
}

function closeBlocked(state: State): string | undefined {
  if (markedOn(state, 'easyOptions').size > 0) return severalBlocked(state);
  const option = selected(state, 'easyOptions');
  return option === undefined ? 'Select an Easy Option to close.' : closeRefused(state, option);
}

/** Why an Easy Option cannot be closed, if so. */
export function closeRefused(state: State, option: EasyOption): string | undefined {
  if (isEnding(option)) return `It is ${option.status} already.`;
  return idRefused(option.id) ?? locked(state, {kind: 'close', easyOptionId: option.id});
}

function cancelBlocked(state: State): string | undefined {
  if (markedOn(state, 'orders').size > 0) return severalBlocked(state);
  const order = selected(state, 'orders');
  return order === undefined ? 'Select an order to cancel.' : cancelRefused(state, order);
}

function replaceBlocked(state: State): string | undefined {
  const order = selected(state, 'orders');
  if (order === undefined) return 'Select an order to move.';
  const able = replaceable(state, order);
  return 'refused' in able ? able.refused : locked(state, able.draft);
}

/** Why an order cannot be cancelled, if so. */
export function cancelRefused(state: State, {orderId}: Order): string | undefined {
  return idRefused(orderId) ?? locked(state, {kind: 'cancel', orderId});
}

/** Why no orders can be canceled before optty is quit, if so: they need not be on the page shown. */
export function cancelFirstBlocked(state: State): string | undefined {
  return writesBlocked(state, 'cancel') ?? severalBlocked(state);
}

/** One of them after another: until these have ended no others are begun. */
function severalBlocked({batch, gathering}: State): string | undefined {
  if (gathering !== undefined) return 'They are being read just now.';
  return batch === undefined ? undefined : 'Several are under way: they have to end first.';
}

/** Lists may bear any text as an id; a write takes an integer of 64 bits. */
function idRefused(id: string): string | undefined {
  return isInt64(id) ? undefined : `Its id ${id} is no whole number of 64 bits, which the service demands.`;
}

function cancelAllBlocked(state: State): string | undefined {
  return (
    severalBlocked(state) ?? (state.feeds.orders.rows.length === 0 ? 'No orders are listed.' : undefined)
  );
}

export function closeDraft({id, cardName}: EasyOption): DraftOf<'close'> {
  return {kind: 'close', easyOptionId: id, label: cardName};
}

/** Its size in contracts, where that is told: trades are summed in contracts. */
export function cancelDraft({
  orderId,
  symbol,
  side,
  price,
  size,
  sizeContracts = size,
}: Order): DraftOf<'cancel'> {
  return {kind: 'cancel', orderId, symbol, side, price, size: sizeContracts};
}

/** One write per target at a time; an unresolved intent locks its target. */
export function locked(state: State, of: Target): string | undefined {
  return lockOn(state.intents, ...targets(of))?.reason;
}

/** The position that the selected row belongs to. */
export function positionOf(state: State): string | undefined {
  const row = selected(state, 'easyOptions') ?? selected(state, 'orders') ?? selected(state, 'trades');
  return row?.positionId;
}
