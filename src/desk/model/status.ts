import type {EasyOption} from '../../api/wire/records.ts';

/** How far the end of an Easy Option has come. */
type WithStatus = Pick<EasyOption, 'status'>;

/** It has ended: nothing of it is won or lost any more. */
export function isOver({status}: WithStatus): boolean {
  return status === 'CLOSED' || status === 'EXPIRED';
}

/** It has ended or is about to: there is nothing left to close. */
export function isEnding(option: WithStatus): boolean {
  return option.status === 'CLOSING' || isOver(option);
}
