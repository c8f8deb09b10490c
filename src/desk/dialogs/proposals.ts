import {draftWords} from '../intents/words.ts';
import {proposerWords} from '../order/proposal-review.ts';
import {declineAllOf, decline as declined, reviewProposal} from '../order/proposals.ts';
import {close, type Dialog, lineKeys, lineOf, listKeys, movedTo, pageOf, show} from '../overlay.ts';
import {longestReason, proposalsWaiting} from '../proposals/proposal.ts';
import {back, type Choice, keys, text, title} from '../sheet.ts';
import type {State} from '../state.ts';
import type {Step} from '../step.ts';
import {flat} from '../words/text.ts';
import {ownClock} from '../words/times.ts';

declare module '../model/overlay.ts' {
  interface Overlays {
    /** `selected`: by id, so that what comes or goes moves nothing. */
    readonly proposals: {readonly selected: string | undefined};
    readonly decline: {readonly ids: readonly string[]; readonly of: string; readonly text: string};
  }
}

function openProposals(state: State): Step {
  const [oldest, ...others] = proposalsWaiting(state);
  if (oldest !== undefined && others.length === 0) return reviewProposal(state, oldest, state.now);
  return show(state, {kind: 'proposals', selected: oldest?.id});
}

export const proposals = {
  called: 'lists',
  isWide: true,
  keys: [...listKeys, 'accept', 'no', 'declineAll', 'proposals', 'leave'],
  opens: {proposals: openProposals},
  press(state, {selected}, {action, now}) {
    const all = proposalsWaiting(state);
    const at = all.findIndex(({id}) => id === selected);
    const found = all[at];
    if (action === 'back' || action === 'leave' || action === 'proposals') return [close(state), []];
    if (action === 'accept' && found !== undefined) return reviewProposal(close(state), found, now);
    if (action === 'no' && found !== undefined) return askReason(state, found.id, draftWords(found.draft));
    if (action === 'declineAll' && found !== undefined) return declineAllOf(state, found, now);
    const to = movedTo(action, Math.max(0, at), {length: all.length, page: pageOf(state)});
    return to === undefined ? [state, []] : show(state, {kind: 'proposals', selected: all[to]?.id});
  },
  sheet(state, {selected}) {
    const all = proposalsWaiting(state);
    const choices = all.map(({draft, by: proposer, askedAt, reason}): Choice => {
      const words = flat(draftWords(draft));
      const by = proposerWords(proposer);
      const why = flat(reason);
      const shown = `${ownClock(state, askedAt)}  ${words}  ${by}  ${why}`;
      return {key: ' ', text: shown, spoken: [words, `by ${by}`, why]};
    });
    return [
      title(`Proposals: ${all.length}`),
      {
        ...{is: 'choices', title: 'Proposals', choices, none: 'No proposals.'},
        selected: all.findIndex(({id}) => id === selected),
      },
      keys(state, 'proposals', [
        [['row.down', 'row.up'], 'move'],
        [['accept'], 'review'],
        [['no'], 'decline'],
        [['declineAll'], 'decline all of it'],
        back,
      ]),
    ];
  },
} satisfies Dialog<'proposals'>;

export function askReason(state: State, id: string, of: string): Step {
  return show(state, {kind: 'decline', ids: [id], of, text: ''});
}

export const decline = {
  called: 'lines',
  keys: lineKeys,
  press(state, {ids, text}, {action}) {
    if (action === 'back') return [close(state), []];
    return action === 'accept' ? declined(state, ids, text) : [state, []];
  },
  line: lineOf,
  typed: (overlay, _field, text) => ({...overlay, text: text.slice(0, longestReason)}),
  sheet(state, {of, text: typed}) {
    return [
      title('Decline the proposal'),
      text(flat(of)),
      {
        is: 'field',
        name: 'reason',
        prompt: '›',
        value: typed,
        label: 'Reason for the proposer (optional)',
        error: '',
      },
      keys(state, 'decline', [[['accept'], 'decline'], back]),
    ];
  },
} satisfies Dialog<'decline'>;
