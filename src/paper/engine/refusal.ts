/** Why a command was not done. Nothing was changed by it. */
export interface Refusal {
  type: 'refused';
  /** Which documented answer it is: 404, 409 or 422. */
  kind: 'not-found' | 'conflict' | 'business';
  error: string;
  message: string;
  details: Readonly<Record<string, string>>;
}

export const refuse = (
  kind: Refusal['kind'],
  error: string,
  message: string,
  details: Readonly<Record<string, string>> = {},
): Refusal => ({type: 'refused', kind, error, message, details});
