/** One thing that the doctor looked at. */
export type Check = {
  readonly name: string;
  readonly result: 'ok' | 'warning' | 'wrong' | 'skipped';
  /** What was found, in a few words. */
  readonly found: string;
  /** What that means or what to do, as sentences; for what is not simply fine. */
  readonly more?: string | undefined;
};

const told =
  (result: Check['result']) =>
  (name: string, found: string, more?: string): Check => ({name, result, found, more});

export const ok = told('ok');
export const skipped = told('skipped');
export const warning = told('warning');
export const wrong = told('wrong');
