import * as z from 'zod/mini';
import {isDecimal} from '../../api/wire/decimal.ts';
import {reader} from './json.ts';

const decimal = z.string().check(z.refine(isDecimal));

const schema = z.object({
  at: z.number(),
  /** The lease of the process that renews it. */
  by: z.optional(z.string()),
  /** Own writes that the service confirmed before the lists were read. */
  covered: z.number(),
  listLagMs: z.number(),
  isPartial: z.optional(z.boolean()),
  /** The dashboard itself says STALE. */
  isStale: z.optional(z.boolean()),
  staleAfterMs: z.number(),
  workingOrders: z.number(),
  /** Those that are open. */
  easyOptions: z.number(),
  /** Positions that trades prove, without those of Easy Options. */
  positions: z.number(),
  /** Own fills that no trade shows yet. */
  unlisted: z.optional(z.number()),
  /** The filled part of them is not known. */
  mayHaveFilled: z.optional(z.boolean()),
  /** By currency, if it realized something today. */
  today: z.optional(
    z.readonly(
      z.array(
        z.object({
          ...{currency: z.string(), net: decimal, realized: decimal, open: decimal},
          isAtWorst: z.optional(z.boolean()),
          unpriced: z.optional(z.number()),
        }),
      ),
    ),
  ),
  nextExpiry: z.optional(z.number()),
  /** Service clock minus local clock. */
  skewMs: z.number(),
  pl: z.readonly(
    z.array(
      z.object({
        currency: z.string(),
        sum: decimal,
        without: z.number(),
        count: z.number(),
        isAtAsk: z.optional(z.boolean()),
      }),
    ),
  ),
});

export type StatusNote = Readonly<z.infer<typeof schema>>;

export const noteName = 'status';

export const readNote = reader(schema);
