import {clockOffset} from '../../account/model/moment.ts';
import type {FeedPane} from '../../account/model/vocabulary.ts';
import {resources} from '../../account/resources/resources.ts';
import type {Answer} from '../../api/client.ts';
import {ApiError, LinkError, ShapeError} from '../../api/errors.ts';
import type {Credential} from '../../api/index.ts';
import type {Page} from '../../api/wire/records.ts';
import type {ProfileDialect} from '../../config/dialect.ts';
import type {QueryOf, RowOf} from '../../desk/state.ts';
import type {Connection} from '../connect.ts';
import {patiently} from '../records.ts';

export type Finding = {
  readonly setting: string;
  readonly value: string | readonly string[] | boolean;
  /** `changed`: another one works; `none`: none that optty knows; `untold`: there are too few rows to tell. */
  readonly verdict: 'obeyed' | 'changed' | 'none' | 'untold';
  readonly note?: string | undefined;
};

export type Judgement = boolean | undefined;

type Sought<Spelling extends string> = {
  readonly setting: string;
  readonly configured: Spelling;
  readonly candidates: readonly Spelling[];
  readonly isObeyed: (spelling: Spelling) => Promise<Judgement>;
  readonly note: string;
  /** False if no answer can prove that a spelling is not obeyed. */
  readonly canTell?: boolean;
};

export async function seek<Spelling extends string>(sought: Sought<Spelling>): Promise<Finding> {
  const {setting, configured, candidates, isObeyed, note} = sought;
  let {canTell = true} = sought;
  for (const spelling of new Set([configured, ...candidates])) {
    const judgement = await isObeyed(spelling);
    if (judgement === true)
      return {setting, value: spelling, verdict: spelling === configured ? 'obeyed' : 'changed'};
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

const checkOf =
  (result: Check['result']) =>
  (name: string, found: string, more?: string): Check => ({name, result, found, more});

export const ok = checkOf('ok');
export const skipped = checkOf('skipped');
export const warning = checkOf('warning');
export const wrong = checkOf('wrong');

/** A refusal counts as an answer: it may show that a spelling was understood. */
export type ProbeResult<P extends FeedPane = FeedPane> =
  | (Page<RowOf[P]> & {
      readonly ok: true;
      readonly count: number;
      readonly answer: Answer<unknown>;
      /** The service's clock minus ours, if the answer has a date. */
      readonly offsetMs: number | undefined;
    })
  | {readonly ok: false; readonly error: ApiError | ShapeError};

export type Ask = <P extends FeedPane>(
  pane: P,
  dialect: ProfileDialect,
  query: QueryOf[P],
) => Promise<ProbeResult<P>>;

export function createAsk(another: Connection['another'], credential: Credential, onAsk: () => void): Ask {
  return async (pane, dialect, query) => {
    onAsk();
    const client = another({dialect, credential});
    try {
      const answer = await patiently(() => resources[pane].list.ask(client, query));
      const {rows, unreadable} = answer.value;
      const count = rows.length + unreadable.length;
      return {...answer.value, ok: true, count, answer, offsetMs: clockOffset(answer, Date.now())};
    } catch (error) {
      if (error instanceof ApiError || error instanceof ShapeError) return {ok: false, error};
      throw error instanceof LinkError ? error : new LinkError('protocol', 'maybe', String(error));
    } finally {
      await client.close();
    }
  };
}
