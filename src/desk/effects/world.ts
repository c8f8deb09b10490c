import type {Desk} from '../desk.ts';
import type {Command, CommandOf} from '../messages.ts';

export type World = {
  readonly [Type in Command['type']]: (command: CommandOf<Type>, send: Desk['send']) => void;
};

/** A desk without a screen has no handlers of `DashboardCommand`, and one without a journal none that write. */
export function carryOut<Type extends Command['type']>(
  world: Partial<World>,
  command: CommandOf<Type>,
  send: Desk['send'],
): void {
  world[command.type]?.(command, send);
}
