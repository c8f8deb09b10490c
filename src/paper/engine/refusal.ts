/** Why a command was not done. Nothing was changed by it. */
export type CommandRefusal = {
  type: 'refused';
  /** Which documented answer it is: 404, 409 or 422. */
  kind: 'not-found' | 'conflict' | 'business';
  error: string;
  message: string;
  details: Readonly<Record<string, string>>;
};

export const refuse = (
  kind: CommandRefusal['kind'],
  error: string,
  message: string,
  details: Readonly<Record<string, string>> = {},
): CommandRefusal => ({type: 'refused', kind, error, message, details});
