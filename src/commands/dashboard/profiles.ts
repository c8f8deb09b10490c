/** From one profile's dashboard to another's: what is made ahead, so that a mistake costs nothing. */
import type {Config} from '../../config/config.ts';
import type {Desk} from '../../desk/desk.ts';
import type {Listening} from '../../desk/listening/listening.ts';
import {lateProfileRefusal, leftBehind} from '../../desk/palette/profiles.ts';
import {readOnlyHere, staysReadOnly} from '../../desk/palette/read-only.ts';
import {type Connection, connect} from '../connect.ts';
import {Unable} from '../line/exit.ts';

export type Connecting = {
  readonly connection: Promise<Connection>;
  /** Never resolves; rejects when there is no connection, or the embedded paper service fails later on. */
  readonly fault: Promise<never>;
  isUnderWay(): boolean;
};

/** A dashboard to be opened. */
export type Opening = {
  readonly config: Config;
  /** undefined: to be made once the one before has let go of what both need. */
  readonly connecting: Connecting | undefined;
  /** READ-ONLY was switched on in this session, here or in a profile before. */
  readonly isReadOnlyHere: boolean;
  /** How much is to be said, as it was chosen in a profile before; undefined where nothing was yet. */
  readonly listening: Listening | undefined;
  /** What the one before left, for a person to know. */
  readonly told: string | undefined;
};

/** @throws {ConfigError} */
export type ConfigOf = (profile: string) => Promise<Config>;

export function beginConnecting(config: Config, host: NodeJS.Process): Connecting {
  let isUnderWay = true;
  const paper = Promise.withResolvers<never>();
  const connection = connect(config, {
    env: host.env,
    onPaperError: error => paper.reject(new Unable(error.message)),
  });
  const fault = connection
    .finally(() => {
      isUnderWay = false;
    })
    .then(() => paper.promise);
  // Until somebody asks for it.
  fault.catch(() => {});
  return {connection, fault, isUnderWay: () => isUnderWay};
}

type Given = {
  readonly from: Opening;
  readonly host: NodeJS.Process;
  readonly configOf: ConfigOf;
  readonly desk: Pick<Desk, 'getState'>;
  /** Ends the dashboard in force for another. */
  readonly leave: (opening: Opening) => void;
};

export type ProfileChange = {
  /** Rejects with the reason where the profile cannot be gone to; then all stays as it is. */
  readonly to: (profile: string) => Promise<void>;
  /** What is being prepared may hold the prompt back. */
  isUnderWay(): boolean;
  /** The dashboard has ended: what is still being prepared is let go. */
  stop(): void;
};

export function createProfileChange({from, host, configOf, desk, leave}: Given): ProfileChange {
  let isBusy = false;
  let isStopped = false;
  const to = async (profile: string) => {
    const {config, connecting} = await prepare(profile, from.config, host, configOf);
    const state = desk.getState();
    const reason = lateProfileRefusal(state, profile);
    if (reason === undefined && !isStopped) {
      isBusy = false;
      const isReadOnlyHere = staysReadOnly(from.isReadOnlyHere, state.settings.guardrails);
      const guardrails = isReadOnlyHere ? readOnlyHere(config.guardrails) : config.guardrails;
      const next = {...config, guardrails};
      const {listening} = state;
      return leave({config: next, connecting, isReadOnlyHere, listening, told: leftBehind(state)});
    }
    await (await connecting?.connection)?.close();
    if (reason !== undefined) throw new Error(reason);
  };
  return {
    isUnderWay: () => isBusy,
    stop() {
      isStopped = true;
    },
    async to(profile) {
      if (isBusy) throw new Error('The profile is being changed already.');
      isBusy = true;
      await to(profile).finally(() => {
        isBusy = false;
      });
    },
  };
}

/** Reads its configuration and its token, and makes its client, while the dashboard in force goes on. */
async function prepare(
  profile: string,
  from: Config,
  host: NodeJS.Process,
  configOf: ConfigOf,
): Promise<Pick<Opening, 'config' | 'connecting'>> {
  try {
    const config = await configOf(profile);
    // A program has one embedded paper service on a ledger.
    const isPaper = config.service.kind === 'paper' && from.service.kind === 'paper';
    const connecting = isPaper ? undefined : beginConnecting(config, host);
    await connecting?.connection;
    return {config, connecting};
  } catch (error) {
    const {message} = error as Error;
    throw new Error(`Nothing changes: profile ${profile} cannot be used. ${message.replaceAll('\n', ' ')}`);
  }
}
