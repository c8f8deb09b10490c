/** What keeps a paper service from starting, in words for a person. */

/** The ledger's file is open in another process. */
export class LedgerInUse extends Error {
  override readonly name = 'LedgerInUse';
  constructor(file: string) {
    super(
      `The paper ledger ${file} is in use by another optty. Close that one, or name another file with --db.`,
    );
  }
}

/** An option cannot be used; the message says what would be right. */
export class PaperOptionError extends Error {
  override readonly name = 'PaperOptionError';
  /** As the flag of `optty paper` is called. */
  readonly option: string;
  constructor(option: string, message: string) {
    super(message);
    this.option = option;
  }
}
