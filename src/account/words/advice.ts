import {ApiError, LinkError, nextStep, ShapeError, whatFailed} from '../../api/errors.ts';

/**
 * Explains an error and its next step in optty's terms. The client knows no keys, commands, profiles or
 * variables of optty.
 */
export function explainHere(error: unknown): string {
  return `${whatFailed(error)} ${advice(error) ?? nextStep(error)}`;
}

function advice(error: unknown): string | undefined {
  if (error instanceof ApiError) return afterRefusal(error);
  if (error instanceof LinkError) return afterFailure(error);
  if (error instanceof ShapeError)
    return 'Check that the base URL is the trading service; optty doctor shows what it answers.';
  return 'The log has the details.';
}

function afterRefusal({status, hadCredential, advice}: ApiError): string | undefined {
  switch (status) {
    case 401:
      return hadCredential === false
        ? 'No token is set: set OPTTY_TOKEN, or token_file or token_command in the profile.'
        : advice;
    case 404:
      return 'Refresh: it may be gone; if nothing is found at all, check the base URL.';
    case 409:
      return 'Refresh to see the current state.';
    default:
      return undefined;
  }
}

function afterFailure({kind}: LinkError): string | undefined {
  switch (kind) {
    case 'connect-timeout':
    case 'timeout':
    case 'reset':
    case 'cut':
      return 'Check the network and refresh.';
    case 'credentials':
      return "Check the profile's credential.";
    default:
      return undefined;
  }
}
