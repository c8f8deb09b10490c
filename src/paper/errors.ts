/** Another process has the ledger file open. */
export class LedgerInUse extends Error {
  override readonly name = 'LedgerInUse';
  constructor(file: string) {
    super(
      `The paper ledger ${file} is in use by another optty. Close that one, or name another file with --db.`,
    );
  }
}

/** An invalid option; the message says what is valid. */
export class PaperOptionError extends Error {
  override readonly name = 'PaperOptionError';
  /** The flag's name in `optty paper`. */
  readonly option: string;
  constructor(option: string, message: string) {
    super(message);
    this.option = option;
  }
}

/** An invalid specification of faults; the message names the part and the valid form. */
export class FaultSpecError extends Error {
  override readonly name = 'FaultSpecError';
}
