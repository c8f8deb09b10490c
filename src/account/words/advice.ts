import {ApiError, LinkError, nextStep, ShapeError, whatFailed} from '../../api/errors.ts';

/** Explains an error and its next step. The client knows no commands, profiles or variables of optty. */
export function explainHere(error: unknown): string {
  return `${whatFailed(error)} ${advice(error) ?? nextStep(error)}`;
}

function advice(error: unknown): string | undefined {
  if (error instanceof ApiError)
    return error.status === 401 && error.hadCredential === false
      ? 'No token is set: set OPTTY_TOKEN, or token_file or token_command in the profile.'
      : undefined;
  if (error instanceof ShapeError)
    return 'Check that the base URL is the trading service; optty doctor shows what it answers.';
  return error instanceof LinkError ? undefined : 'The log has the details.';
}
