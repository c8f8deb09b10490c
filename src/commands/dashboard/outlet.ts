import type {Command} from '../../desk/model/messages.ts';

/** Where the desk's commands go: they wait until there is what carries them out. */
export type Outlet = {
  readonly carryOut: (command: Command) => void;
  /** From now on commands go there; what has waited goes with `flush`. */
  lead(to: (command: Command) => void): void;
  flush(): void;
  /** Nothing is carried out any more. */
  close(): void;
};

/** @param quit a program that gives the token may take its time; the way out is open meanwhile */
export function createOutlet(quit: (code: number) => void): Outlet {
  const waiting: Command[] = [];
  let carryOut = (command: Command): void => {
    if (command.type === 'quit') quit(command.code);
    else waiting.push(command);
  };
  return {
    carryOut: command => carryOut(command),
    lead(to) {
      carryOut = to;
    },
    flush() {
      for (const command of waiting.splice(0)) carryOut(command);
    },
    close() {
      carryOut = () => {};
    },
  };
}
