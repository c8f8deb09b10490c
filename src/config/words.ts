/** A zod schema in words: what is expected at a place of the file. Serves error messages and the reference. */
import * as z from 'zod/mini';

/** The part of JSON Schema that the settings are made of. */
export type Outline = {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Outline>>;
  readonly additionalProperties?: Outline | boolean;
  readonly propertyNames?: {readonly enum?: readonly string[]};
  readonly items?: Outline;
  readonly anyOf?: readonly Outline[];
  readonly allOf?: readonly Outline[];
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
};

export function outline(schema: z.ZodMiniType): Outline {
  return z.toJSONSchema(schema, {io: 'input', unrepresentable: 'any'}) as Outline;
}

/** The names that may stand in the table at `path`; none where any may. */
export function namesAt(shape: Outline, path: readonly string[]): readonly string[] {
  const at = descend(shape, path);
  return Object.keys(at?.properties ?? {}).concat(at?.propertyNames?.enum ?? []);
}

/** What may stand at `path`, as the end of a sentence: `a number from 0.25 to 3600`. */
export function expectationAt(shape: Outline, path: readonly string[]): string {
  return expectation(descend(shape, path) ?? {});
}

export function expectation(at: Outline): string {
  if (at.enum !== undefined) return `one of ${at.enum.join(', ')}`;
  if (at.anyOf !== undefined) return at.anyOf.map(expectation).join(' or ');
  switch (at.type) {
    case 'string':
      return 'a string in quotes that is not empty';
    case 'boolean':
      return 'true or false';
    case 'number':
    case 'integer':
      return `a number${at.minimum === undefined ? '' : ` from ${at.minimum} to ${at.maximum}`}`;
    case 'array':
      return `a list${at.items === undefined ? '' : ` in brackets, each ${expectation(at.items)}`}`;
    case 'object':
      return 'a table';
    default:
      return 'a plain decimal above 0, such as "250.50"';
  }
}

function descend(shape: Outline, path: readonly string[]): Outline | undefined {
  return path.reduce<Outline | undefined>((at, name) => {
    if (at === undefined) return undefined;
    if (at.properties?.[name] !== undefined) return at.properties[name];
    if (/^\d+$/.test(name) && at.items !== undefined) return at.items;
    return typeof at.additionalProperties === 'object' ? at.additionalProperties : undefined;
  }, shape);
}
