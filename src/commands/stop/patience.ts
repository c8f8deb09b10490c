import type {State} from '../../desk/model/state.ts';

/** For how long the service may be away before a stop without a terminal gives up. */
export type ServicePatience = {
  /** Before its first answer. */
  readonly firstMs: number;
  /** Since its last one: whoever sits before it ends it by a key. */
  readonly laterMs: number;
};

const dayMs = 86_400_000;

/** A dashboard that lost its terminal leaves a process behind: it waits long, for nobody is there to end it. */
export function patienceOf({OPTTY_DETACHED: detached}: NodeJS.ProcessEnv): ServicePatience {
  return detached === '1'
    ? {firstMs: dayMs, laterMs: dayMs}
    : {firstMs: 30_000, laterMs: Number.POSITIVE_INFINITY};
}

/** Why it gives up by now, if it does (monotonic ms). */
export function givenUp(
  {feeds, link}: Pick<State, 'feeds' | 'link'>,
  {firstMs, laterMs}: ServicePatience,
  began: number,
  now: number,
): string | undefined {
  const heard = Object.values(feeds).map(each => each.loadedAt?.mono ?? began);
  const mostMs = link.venue === undefined ? firstMs : laterMs;
  const silentMs = now - Math.max(began, ...heard);
  if (silentMs <= mostMs) return undefined;
  const length = mostMs < 3_600_000 ? `${mostMs / 1_000} s` : `${mostMs / 3_600_000} h`;
  return `The service has not answered for ${length}.`;
}
