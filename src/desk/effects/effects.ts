import type {Desk} from '../desk.ts';
import type {IntentEffect} from '../intents/intent.ts';
import type {Command} from '../model/messages.ts';
import type {ActivityLine, Alert} from '../model/state.ts';
import type {StopCommand} from '../stop/room.ts';
import type {DeskEvents} from './open-events.ts';
import type {Reads} from './reads.ts';

/** What the desk needs of the world besides the service: the terminal, files, timers, the way out. */
export type World = {
  readonly reads: Reads;
  /** The journal's and the writes' own commands. */
  readonly intents: (command: IntentEffect) => void;
  readonly stop: (command: StopCommand) => void;
  readonly after: (ms: number, then: () => void) => void;
  /** Resolves when what was last drawn is truly on the screen, with the monotonic time at which it was. */
  readonly whenShown: () => Promise<{readonly at: number; readonly isAnswered: boolean}>;
  readonly redraw: () => void;
  readonly ring: () => void;
  readonly notify: (text: string) => void;
  /** Resolves to what became of it, in words. */
  readonly copy: (text: string) => Promise<string>;
  readonly exportRows: (name: string, rows: readonly object[]) => Promise<string>;
  readonly keepActivity: (lines: readonly ActivityLine[]) => void;
  readonly keepEvents: DeskEvents['keep'];
  readonly keepAlerts: (alerts: readonly Alert[]) => void;
  readonly suspend: () => void;
  readonly lookBack: () => void;
  readonly quit: (code: number) => void;
  /** Rejects where the profile cannot be gone to, with the reason in a sentence. */
  readonly changeProfile: (name: string) => Promise<void>;
};

/** Carries the desk's commands out, each by the one thing that can. */
export function createEffects(world: World): (command: Command, send: Desk['send']) => void {
  return (command, send) => {
    switch (command.type) {
      case 'after':
        return world.after(command.ms, () => send(command.then));
      case 'fetch':
        return void world.reads.fetch(command, send);
      case 'readBook':
        return world.reads.readBook(command.asked, send);
      case 'reread':
        return world.reads.reread(command, send);
      case 'readList':
        return world.reads.readList(command, send);
      case 'readPosition':
        return world.reads.readPosition(command.positionId, send);
      case 'readFills':
        return world.reads.readFills(command.orderId, send);
      case 'readEasyOption':
        return world.reads.readEasyOption(command.id, send);
      case 'leaveDialog':
        return world.reads.leaveDialog();
      case 'readTrade':
        return world.reads.readTrade(command.tradeId, send);
      case 'proveShown':
        return proveShown(world, command, send);
      case 'copy':
        return report(world.copy(command.text), send);
      case 'export':
        return report(world.exportRows(command.name, command.rows), send);
      case 'keepActivity':
        return world.keepActivity(command.lines);
      case 'keepEvents':
        return world.keepEvents(command.reading, command.fault);
      case 'keepAlerts':
        return world.keepAlerts(command.alerts);
      case 'ring':
        return world.ring();
      case 'notify':
        return world.notify(command.text);
      case 'redraw':
        return world.redraw();
      case 'suspend':
        return world.suspend();
      case 'lookBack':
        return world.lookBack();
      case 'quit':
        return world.quit(command.code);
      case 'changeProfile':
        return void world
          .changeProfile(command.name)
          .catch((error: Error) => send({type: 'told', text: error.message, level: 'danger'}));
      case 'intent':
        return world.intents(command.command);
      case 'stop':
        return world.stop(command.command);
      default:
        return command satisfies never;
    }
  };
}

/** A screen that never answers leaves the question unproved: its key does not count, and it says so. */
function proveShown(
  world: World,
  {question, revision}: Extract<Command, {type: 'proveShown'}>,
  send: Desk['send'],
): void {
  world.whenShown().then(
    shown => send({type: 'questionShown', question, revision, ...shown}),
    (error: Error) => send({type: 'questionUnproved', question, revision, reason: error.message}),
  );
}

function report(done: Promise<string>, send: Desk['send']): void {
  done.then(
    text => send({type: 'told', text, level: 'info'}),
    (error: Error) => send({type: 'told', text: error.message, level: 'danger'}),
  );
}
