/** The union of a table from names of types to their fields. */
export type Tagged<Table, Type extends keyof Table = keyof Table> = {
  [Each in Type]: {readonly type: Each} & Readonly<Table[Each]>;
}[Type];
