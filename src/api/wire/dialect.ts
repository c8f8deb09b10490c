/**
 * What the service's documentation leaves open and the client has to know, each a named setting with a default.
 * The keys are those of the configuration file, in snake_case: what `optty doctor` finds out can be taken over
 * word for word.
 */
import * as z from 'zod/mini';
import {LinkError} from '../errors.ts';
import {frozenDeeply} from './frozen.ts';

export const searchDtoEncodings = ['flat', 'bracket', 'dot', 'json'] as const;
const sideCases = ['lower', 'upper'] as const;

export type Dialect = {
  /** How the members of searchDto are put into the query string. */
  readonly search_dto: (typeof searchDtoEncodings)[number];
  /** Query names of the list of orders. */
  readonly orders: {
    readonly asset: string;
    readonly type: string;
    readonly page: string;
    readonly page_size: string;
  };
  /** Query names of the list of trades, and the letter case of its side. */
  readonly trades: {
    readonly symbol: string;
    readonly order_id: string;
    readonly position_id: string;
    readonly side: string;
    readonly start: string;
    readonly end: string;
    readonly page: string;
    readonly page_size: string;
    readonly side_case: (typeof sideCases)[number];
  };
  readonly auth: {
    /** Whether the Easy Options operations get the credential too. */
    readonly easy_options: boolean;
  };
};

/** Some of the settings; the rest are the defaults. */
export type DialectSettings = {
  readonly [Name in keyof Dialect]?:
    | (Dialect[Name] extends object
        ? {readonly [Key in keyof Dialect[Name]]?: Dialect[Name][Key] | undefined}
        : Dialect[Name])
    | undefined;
};

const name = (text: string) =>
  z._default(z.string().check(z.regex(/^[\w.[\]-]+$/, 'must be a query name')), text);

/** @internal */
export const dialectSchema = z.strictObject({
  search_dto: z._default(z.enum(searchDtoEncodings), 'flat'),
  orders: z.prefault(
    z.strictObject({
      asset: name('asset'),
      type: name('type'),
      page: name('page'),
      page_size: name('pageSize'),
    }),
    {},
  ),
  trades: z.prefault(
    z.strictObject({
      symbol: name('symbol'),
      order_id: name('orderId'),
      position_id: name('positionId'),
      side: name('tradeSide'),
      start: name('startTimestamp'),
      end: name('endTimestamp'),
      page: name('page'),
      page_size: name('pageSize'),
      side_case: z._default(z.enum(sideCases), 'lower'),
    }),
    {},
  ),
  auth: z.prefault(z.strictObject({easy_options: z._default(z.boolean(), true)}), {}),
});

/** The dialect when nothing is set. */
export const defaultDialect: Dialect = frozenDeeply(dialectSchema.parse({}));

/**
 * The settings given, the rest by default.
 * @internal
 * @throws {LinkError} of kind `input`, naming the first setting that cannot be used
 */
export function completeDialect(settings: DialectSettings | undefined): Dialect {
  const read = dialectSchema.safeParse(settings ?? (settings === null ? settings : {}));
  if (read.success) return frozenDeeply(read.data);
  const [issue] = read.error.issues;
  throw new LinkError(
    'input',
    'no',
    `The dialect cannot be used: ${issue === undefined ? '' : reason(issue)}.`,
  );
}

/** zod/mini has no words of its own. */
function reason(issue: z.core.$ZodIssue): string {
  const place = ['dialect', ...issue.path.map(String)].join('.');
  switch (issue.code) {
    case 'unrecognized_keys':
      return `there is no setting ${place}.${issue.keys[0]}`;
    case 'invalid_value':
      return `${place} must be one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_type':
      return `${place} must be of the type ${issue.expected}`;
    default:
      return `${place} ${issue.message}`;
  }
}
