import {rowsWithAlerts} from '../feeds/alerts.ts';
import {whyKindHeld} from '../gate/gate.ts';
import {isHalted} from '../halt/halt.ts';
import {currentWrite, type HeldIntent, type Intent} from '../intents/intent.ts';
import type {Asked} from '../intents/kinds/kind.ts';
import {
  type DraftKind,
  draftOfRow,
  hasKey,
  isKind,
  kindOf,
  type Target,
  targets,
} from '../intents/kinds/kinds.ts';
import {idRefused, underlyingForbidden} from '../intents/kinds/parts.ts';
import {
  heldHere,
  heldInSight,
  inBanner,
  lockOn,
  maySendAgain,
  unknown,
  waitingAmends,
  whyToWait,
} from '../intents/selectors.ts';
import {activityId} from '../intents/words.ts';
import {type ActingAction, type Action, type Binding, isOn} from '../keys.ts';
import {ownId} from '../model/rows.ts';
import {type FeedPane, isFeedPane, paneTitles} from '../model/vocabulary.ts';
import {selected, selectedLine, selectedRow} from '../navigate.ts';
import {figureInView, rowListed, rowsListed} from '../portfolio/pane/move.ts';
import {proposalsWaiting} from '../proposals/proposal.ts';
import {isOver} from '../resources/easy-options.ts';
import {resources} from '../resources/resources.ts';
import type {State} from '../state.ts';
import {labelOf} from '../words/keys.ts';
import {asReducing, closing} from './forms.ts';
import {markedOn} from './several/rows.ts';

export function blocked(state: State, action: Action): string | undefined {
  return elsewhere(state, action) ?? blockedHere(state, action);
}

/** Like `blocked`, for places that do not show the action's name. */
export function refusal(state: State, action: Action): string | undefined {
  const panes = elsewhere(state, action);
  if (panes === undefined) return blockedHere(state, action);
  return `${bindingOf(state, action)?.label ?? action}: ${panes}`;
}

/** On another pane the action could take one record for another. */
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

export function blockedHere(state: State, action: Action): string | undefined {
  return (checks[action] ?? (isKind(action) ? onRow(action) : undefined))?.(state);
}

type Check = (state: State) => string | undefined;

/** A reason that blocks every write of the kind goes first. */
const toWrite =
  (kind: DraftKind, also?: Check): Check =>
  state =>
    writesBlocked(state, {kind}) ?? also?.(state);

/** A write of the selected row, of which the kind says all. */
const onRow =
  (kind: DraftKind): Check =>
  state => {
    const {pane, risk} = kindOf({kind});
    // What adds risk may still be an exit: its draft tells.
    const held = risk === 'adds' ? undefined : writesBlocked(state, {kind});
    const row = selected(state, pane);
    if (held !== undefined) return held;
    if (row === undefined) return `Select an ${resources[pane].singular} to ${kind}.`;
    const found = draftOfRow(kind, row, state);
    if ('refused' in found) return found.refused;
    const {draft} = found;
    const blocked = writesBlocked(state, draft) && writesBlocked(state, asReducing(state, draft));
    return blocked ?? locked(state, draft);
  };

/** The marked rows go before the selected one. */
const onRows =
  (kind: DraftKind, marked: DraftKind = kind): Check =>
  state =>
    markedOn(state, kindOf({kind}).pane).size > 0
      ? toWrite(marked, severalBlocked)(state)
      : onRow(kind)(state);

/** The type requires a check for every acting action, but for that of a kind: its row decides. */
const checks: Readonly<Record<Exclude<ActingAction, DraftKind>, Check>> & {readonly [A in Action]?: Check} = {
  open: toWrite('open', openBlocked),
  close: closeBlocked,
  place: toWrite('place'),
  fix: ({tickets}) => (tickets.refused ? undefined : 'Nothing was rejected.'),
  cancel: onRows('cancel'),
  'nudge.up': onRows('amend', 'cancel'),
  'nudge.down': onRows('amend', 'cancel'),
  cancelAll: toWrite('cancel', cancelAllBlocked),
  sendNew: goOnBlocked,
  resend: sendAgainBlocked,
  // These settle what was sent and send nothing.
  recheck: noneInBanner,
  resolve: noneInBanner,
  outcomes: noneToExplain,
  takeOver: takeOverBlocked,
  resume: state => (isHalted(state) ? undefined : 'Nothing is halted.'),
  mark: state => (isNoneSelected(state) ? 'Select the row to mark.' : undefined),
  details: state => (isNoneSelected(state) ? 'No row is selected.' : undefined),
  proposals: state => (proposalsWaiting(state).length === 0 ? 'No proposals.' : undefined),
  copy: copyBlocked,
  export: ({pane, portfolio}) =>
    pane === 'portfolio' && portfolio.list === undefined ? noRowsListed : undefined,
  'sort.reverse': ({pane, feeds}) =>
    isFeedPane(pane) && feeds[pane].sort !== undefined ? undefined : 'Nothing is sorted yet.',
  position: state => (positionOf(state) === undefined ? 'The selected row names no position.' : undefined),
  alert: alertBlocked,
};

function noneInBanner(state: State): string | undefined {
  return inBanner(state.intents).length === 0 ? heldElsewhere(state) : undefined;
}

function noneUnknown(state: State): string | undefined {
  return unknown(state.intents).length === 0 ? heldElsewhere(state) : undefined;
}

function noneToExplain(state: State): string | undefined {
  return heldInSight(state.intents).length > 0 ? undefined : noneUnknown(state);
}

/** Another dashboard's intent is in the banner too, but only that dashboard can settle it. */
export function heldElsewhere(state: State): string {
  const held = heldInSight(state.intents).length === 0 ? undefined : heldInView(state);
  if (held === undefined) return 'Nothing is UNKNOWN.';
  const key = labelOf(state.settings.bindings, 'takeOver');
  return takeOverBlocked(state) ?? `${held.holder} holds it: it must end there, or be taken over (${key}).`;
}

function sendAgainBlocked(state: State): string | undefined {
  const again = sendable(state);
  if (again !== undefined) return writesBlocked(state, {kind: currentWrite(again).draft.kind});
  const none = noneUnknown(state);
  if (none !== undefined) return none;
  if (unknown(state.intents).some(each => hasKey(currentWrite(each).draft)))
    return 'Not yet: an order can be resent after reads over 120 s found no trace.';
  return `Only an order can be resent (same key). Resolve this one (${labelOf(state.settings.bindings, 'resolve')}).`;
}

/** Another dashboard's amend is also in the banner, but only that dashboard can continue it. */
function goOnBlocked(state: State): string | undefined {
  const {intents} = state;
  if (waitingAmends(intents).length > 0) return writesBlocked(state, {kind: 'place'});
  const held = heldInSight(intents).find(each => each.intent.state === 'CANCELED, NOT REPLACED');
  return held === undefined
    ? 'Nothing is CANCELED, NOT REPLACED.'
    : `${held.holder} holds it: send it there.`;
}

export function sendable({intents}: State): Intent | undefined {
  return unknown(intents).find(each => maySendAgain(intents, each));
}

/** Another dashboard's intent: the one selected on Activity, else the banner's first. */
export function heldInView(state: State): HeldIntent | undefined {
  const {intents, pane, activitySelected} = state;
  const isChosen = pane === 'activity' && activitySelected !== undefined;
  const line = isChosen ? selectedLine(state)?.id : undefined;
  const chosen = heldHere(intents).find(each => activityId(each.intent) === line);
  const inSight = heldInSight(intents);
  return chosen ?? inSight.find(each => each.presence === 'elsewhere') ?? inSight[0] ?? heldHere(intents)[0];
}

/** A process on another host cannot be checked from here. */
function takeOverBlocked(state: State): string | undefined {
  const held = heldInView(state);
  if (held === undefined) return 'No other dashboard holds anything unresolved.';
  const {holder, presence} = held;
  switch (presence) {
    case 'alive':
      return `${holder} on this host holds it: it must end there.`;
    case 'gone':
      return `${holder} left it: it is taken over once the journal can be written.`;
    case 'elsewhere':
      return state.journal.status === 'open' ? undefined : 'The journal cannot be written.';
    default:
      return presence satisfies never;
  }
}

function writesBlocked(state: State, of: Asked & {readonly kind: DraftKind}): string | undefined {
  const {settings, intents} = state;
  const held = whyKindHeld({guardrails: settings.guardrails, halted: intents.halted}, of);
  if (held !== undefined) return held;
  if (state.link.venue === undefined) return 'The service has not answered yet: PAPER or LIVE is unknown.';
  if (state.journal.status === 'opening') return 'The journal is still opening.';
  if (state.journal.status === 'failed') return `No writes without a journal: ${state.journal.reason}`;
  return whyToWait(intents, of, state.now);
}

function isNoneSelected(state: State): boolean {
  if (state.pane === 'portfolio') return figureInView(state) === undefined;
  return state.pane !== 'activity' && selectedRow(state) === undefined;
}

function copyBlocked(state: State): string | undefined {
  if (isNoneSelected(state)) return 'No row is selected.';
  if (state.pane === 'portfolio' && state.portfolio.list === undefined) return noRowsListed;
  if (idToCopy(state) !== undefined) return undefined;
  return state.pane === 'activity' ? 'This line has no request id to copy.' : 'This row has no id.';
}

const noRowsListed = 'Show the rows behind a figure first.';

export function idToCopy(state: State): string | undefined {
  if (state.pane === 'activity') return selectedLine(state)?.requestId || undefined;
  const pane = isFeedPane(state.pane) ? state.pane : rowsListed(state)?.pane;
  const row = isFeedPane(state.pane) ? selectedRow(state) : rowListed(state);
  return (row && pane && ownId<FeedPane>(pane, row)) || undefined;
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
  if (state.pane !== 'easyOptions') {
    const position = closing(state);
    return 'refused' in position
      ? position.refused
      : writesBlocked(state, {kind: 'place', ...position.prefill});
  }
  return onRows('close')(state);
}

export const cancelFirstBlocked = toWrite('cancel', severalBlocked);

/** An alert on an ended Easy Option can still be removed. */
function alertBlocked(state: State): string | undefined {
  if (selectedRow(state) === undefined) return 'Select the row to set an alert on.';
  const option = selected(state, 'easyOptions');
  if (option === undefined || !isOver(option)) return undefined;
  const hasAlert = rowsWithAlerts(state.alerts, 'easyOptions').has(option.id);
  return hasAlert ? undefined : `It is ${option.status} already: its P/L no longer changes.`;
}

function severalBlocked({batch, gathering}: State): string | undefined {
  if (gathering !== undefined) return 'They are being read.';
  return batch === undefined ? undefined : 'Several writes are in progress: wait until they have ended.';
}

function cancelAllBlocked(state: State): string | undefined {
  return (
    severalBlocked(state) ??
    (state.feeds.orders.rows.length === 0 ? 'No orders are still listed.' : undefined)
  );
}

export function locked(state: State, of: Target): string | undefined {
  return lockOn(state.intents, ...targets(of));
}

export function positionOf(state: State): string | undefined {
  const row = selected(state, 'easyOptions') ?? selected(state, 'orders') ?? selected(state, 'trades');
  return row?.positionId;
}
