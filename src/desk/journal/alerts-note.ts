import * as z from 'zod/mini';
import type {Alert} from '../model/state.ts';

const alertsSchema = z.array(
  z.object({
    id: z.string(),
    pane: z.enum(['cards', 'easyOptions']),
    rowId: z.string(),
    label: z.string(),
    field: z.string(),
    above: z.boolean(),
    level: z.string().check(z.regex(/^-?\d+(\.\d+)?$/)),
    hasRung: z.boolean(),
  }),
);

/** The alerts as the journal keeps them; what a newer or broken program left there counts as none. */
export function readAlerts(text: string | undefined): readonly Alert[] {
  return z.safeParse(alertsSchema, parsed(text ?? '[]')).data ?? [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
