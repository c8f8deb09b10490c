/** What the drawer of tables remembers from frame to frame: the one thing on the screen that no state tells. */
export type TableMemory = {
  readonly rows: {
    /** Which table it was drawn from: pane, width, page. */
    readonly of: string;
    /** The first row in view. */
    readonly start: number;
    readonly needs: Needs;
  };
  /** Of the Book. */
  readonly figures: {
    /** The first line in view. */
    readonly start: number;
    /** The columns that the needs are of. */
    readonly width: number;
    readonly needs: ReadonlyMap<string, Needs>;
  };
};

/**
 * What columns have needed so far. They only grow while one looks on, so that a new digit moves nothing back
 * and forth.
 */
export type Needs = ReadonlyMap<string, Need>;

/** In cells; numbers have room for their whole part and, behind it, for the point and what follows. */
export type Need = {
  readonly whole: number;
  readonly fraction: number;
  /** The widest name that the table has room for: one that is wider is cut whatever is left out for it. */
  readonly name: number;
};
