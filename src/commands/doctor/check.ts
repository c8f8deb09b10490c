/** One thing that the doctor looked at. */
export type Check = {
  readonly name: string;
  readonly result: 'ok' | 'warning' | 'wrong' | 'skipped';
  /** What was found, in a few words. */
  readonly found: string;
  /** What that means or what to do, as sentences; for what is not simply fine. */
  readonly more?: string | undefined;
};

export const ok = (name: string, found: string): Check => ({name, result: 'ok', found});
export const skipped = (name: string, found: string): Check => ({name, result: 'skipped', found});
export const warning = (name: string, found: string, more?: string): Check => ({
  name,
  result: 'warning',
  found,
  more,
});
export const wrong = (name: string, found: string, more?: string): Check => ({
  name,
  result: 'wrong',
  found,
  more,
});
