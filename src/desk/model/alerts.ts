import * as z from 'zod/mini';
import {reader} from '../../core/journal/json.ts';

const schema = z.object({
  id: z.string(),
  pane: z.enum(['cards', 'easyOptions']),
  rowId: z.string(),
  label: z.string(),
  field: z.string(),
  above: z.boolean(),
  level: z.string().check(z.regex(/^-?\d+(\.\d+)?$/)),
  /** The alert has fired; it is armed again only when the value returns across the level. */
  hasRung: z.boolean(),
});
const alertsIn = reader(z.array(schema));

export function readAlerts(text: string | undefined) {
  return alertsIn(text ?? '[]') ?? [];
}

export type Alert = Readonly<z.infer<typeof schema>>;
