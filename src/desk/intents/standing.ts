import {age} from '../model/freshness.ts';
import type {Moment} from '../model/moment.ts';
import {seconds} from '../words/times.ts';
import {noTraceInMs} from './findings.ts';
import {type Intent, type Intents, sentKindOf} from './intent.ts';
import {maySendAgain} from './selectors.ts';
import {currentWrite} from './write.ts';

type Standing = {
  readonly sent: string;
  readonly reads: string;
  readonly likely: string;
  readonly safe: string;
  readonly next: string;
};

type Given = {readonly intents: Intents; readonly now: Moment; readonly resendKey: string};

const stepMs = 10_000;

/** Where an UNKNOWN intent stands now, for somebody who must decide: each part is a sentence, or empty. */
export function standingOf(intent: Intent, {intents, now, resendKey}: Given): Standing {
  const look = intents.looks[intent.id];
  const {repeats} = sentKindOf(currentWrite(intent).draft);
  const inMs = look && noTraceInMs(intent, look, now);
  const wait = inMs === undefined ? '' : `${Math.ceil(inMs / stepMs) * (stepMs / 1_000)} s`;
  const changes =
    repeats === 'same key' ? `${resendKey} can resend` : 'the reads prove that there is no trace';
  return {
    sent: `Sent ${seconds(Math.max(0, now.wall - intent.askedAt.wall))} ago.`,
    reads:
      look === undefined || look.goodReads === 0
        ? `No read has shown it yet.${look?.failure === undefined ? '' : ` ${look.failure}`}`
        : `${look.goodReads} ${look.goodReads === 1 ? 'read' : 'reads'}, last ${seconds(age(look.askedAt, now))} ago: ${look.reason ?? ''}`,
    likely: likelyIn(intent),
    safe: safeIn(intents, intent, resendKey),
    next: wait === '' ? '' : `In at most ${wait} ${changes}.`,
  };
}

function likelyIn(intent: Intent): string {
  if (intent.state !== 'UNKNOWN') return '';
  const [first, ...others] = intent.candidates.filter(({isTaken}) => !isTaken);
  if (first !== undefined && others.length === 0) return `Likely executed as #${first.recordId}.`;
  if (first !== undefined) return `Likely executed as one of ${others.length + 1} records.`;
  return intent.noTrace ? 'Likely never executed.' : 'Too early to tell: lists may lag.';
}

function safeIn(intents: Intents, intent: Intent, key: string): string {
  const {repeats} = sentKindOf(currentWrite(intent).draft);
  if (repeats === 'until final')
    return 'Resent by optty until the answer is final: a cancel cannot do harm twice.';
  if (maySendAgain(intents, intent)) return `${key} resends with the same key, which cannot duplicate it.`;
  return 'Do not enter it again: it could then be executed twice.';
}
