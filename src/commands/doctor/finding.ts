import type {ProfileDialect} from '../../config/dialect.ts';

export type Finding = {
  readonly setting: string;
  readonly value: string | readonly string[] | boolean;
  /**
   * - `obeyed`: the configured spelling works
   * - `changed`: another one works
   * - `none`: no spelling that optty knows works
   * - `untold`: there are too few rows to tell
   */
  readonly verdict: 'obeyed' | 'changed' | 'none' | 'untold';
  readonly note?: string | undefined;
};

/** undefined if the answers cannot tell. */
export type Judgement = boolean | undefined;

type Sought<Spelling extends string> = {
  readonly setting: string;
  readonly configured: Spelling;
  readonly candidates: readonly Spelling[];
  readonly isObeyed: (spelling: Spelling) => Promise<Judgement>;
  readonly note: string;
};

/** Tries the configured spelling first, then the others. */
export async function seek<Spelling extends string>(sought: Sought<Spelling>): Promise<Finding> {
  const {setting, configured, candidates, isObeyed, note} = sought;
  let canTell = true;
  for (const spelling of new Set([configured, ...candidates])) {
    const judgement = await isObeyed(spelling);
    if (judgement === true) {
      return {setting, value: spelling, verdict: spelling === configured ? 'obeyed' : 'changed'};
    }
    // One undecidable spelling means that rows are missing, so no spelling can be decided.
    if (judgement === undefined) {
      canTell = false;
      break;
    }
  }
  return {setting, value: configured, verdict: canTell ? 'none' : 'untold', note};
}

export function withFindings(dialect: ProfileDialect, findings: readonly Finding[]): ProfileDialect {
  return findings.reduce((changed, {setting, value}) => withSetting(changed, setting, value), dialect);
}

export function withSetting(
  dialect: ProfileDialect,
  setting: string,
  value: Finding['value'],
): ProfileDialect {
  const [table = '', name] = setting.split('.');
  if (name === undefined) return {...dialect, [table]: value};
  return {...dialect, [table]: {...(dialect[table as keyof ProfileDialect] as object), [name]: value}};
}

export type Check = {
  readonly name: string;
  readonly result: 'ok' | 'warning' | 'wrong' | 'skipped';
  readonly found: string;
  readonly more?: string | undefined;
};

const told =
  (result: Check['result']) =>
  (name: string, found: string, more?: string): Check => ({name, result, found, more});

export const ok = told('ok');
export const skipped = told('skipped');
export const warning = told('warning');
export const wrong = told('wrong');
