import type {Desk} from '../desk.ts';
import type {Command, CommandOf} from '../messages.ts';

export type World = {
  readonly [Type in Command['type']]: (command: CommandOf<Type>, send: Desk['send']) => void;
};

/** Commands without a handler are ignored. */
export function carryOut<Type extends Command['type']>(
  world: Partial<World>,
  command: CommandOf<Type>,
  send: Desk['send'],
): void {
  world[command.type]?.(command, send);
}
