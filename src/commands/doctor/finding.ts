import type {ProfileDialect} from '../../config/dialect.ts';

/** What was found out of one setting of the dialect. */
export type Finding = {
  /** As it is called in the file: `orders.page_size`. */
  readonly setting: string;
  /** The spelling that the service obeys; without one, the configured spelling stays. */
  readonly value: string | readonly string[] | boolean;
  /**
   * - `obeyed`: the configured spelling works
   * - `changed`: another one works
   * - `none`: no spelling that optty knows works
   * - `untold`: there are too few rows to tell
   */
  readonly verdict: 'obeyed' | 'changed' | 'none' | 'untold';
  /** Why it cannot be told, or what no spelling means for the user. */
  readonly note?: string | undefined;
};

/** Whether a spelling is obeyed; undefined when the answers cannot tell. */
export type Judgement = boolean | undefined;

type Sought<Spelling extends string> = {
  readonly setting: string;
  readonly configured: Spelling;
  readonly candidates: readonly Spelling[];
  readonly isObeyed: (spelling: Spelling) => Promise<Judgement>;
  readonly note: string;
};

/** Tries the configured spelling, then the others, until one is obeyed. */
export async function seek<Spelling extends string>(sought: Sought<Spelling>): Promise<Finding> {
  const {setting, configured, candidates, isObeyed, note} = sought;
  let canTell = true;
  for (const spelling of new Set([configured, ...candidates])) {
    const judgement = await isObeyed(spelling);
    if (judgement === true) {
      return {setting, value: spelling, verdict: spelling === configured ? 'obeyed' : 'changed'};
    }
    // What cannot be told of one spelling can be told of none: it is the rows that are missing.
    if (judgement === undefined) {
      canTell = false;
      break;
    }
  }
  return {setting, value: configured, verdict: canTell ? 'none' : 'untold', note};
}

/** The dialect with what was found put in. */
export function withFindings(dialect: ProfileDialect, findings: readonly Finding[]): ProfileDialect {
  return findings.reduce((changed, {setting, value}) => withSetting(changed, setting, value), dialect);
}

/** @param setting a name of the dialect, such as `search_dto` or `orders.page_size` */
export function withSetting(
  dialect: ProfileDialect,
  setting: string,
  value: Finding['value'],
): ProfileDialect {
  const [table = '', name] = setting.split('.');
  if (name === undefined) return {...dialect, [table]: value};
  return {...dialect, [table]: {...(dialect[table as keyof ProfileDialect] as object), [name]: value}};
}
