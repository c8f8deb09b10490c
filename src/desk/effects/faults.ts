import {ApiError, LinkError, ShapeError} from '../../api/errors.ts';
import {explainHere} from '../feeds/advice.ts';
import type {Fault} from '../model/state.ts';

/** An error of the client as the desk keeps it: words for a person, and whether to wait. */
export function faultOf(error: unknown): Fault {
  const text = explainHere(error);
  if (error instanceof ApiError) {
    if (error.status === 401 || error.status === 403) return {kind: 'credentials', text};
    if (error.status === 429) return {kind: 'rate', text, retryAfterMs: error.retryAfter};
    return {kind: 'refused', text};
  }
  if (error instanceof LinkError) return {kind: error.kind === 'credentials' ? 'credentials' : 'link', text};
  if (error instanceof ShapeError) return {kind: 'shape', text};
  return {kind: 'link', text};
}
