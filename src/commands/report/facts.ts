import type {Config} from '../../config/config.ts';
import {isOwn} from '../../desk/recorder/capsule/prose.ts';

/** Terminals that are named as they are; any other is another. */
const terminals =
  /^(?:xterm|tmux|screen|rxvt|alacritty|kitty|foot|wezterm|st|linux|vt\d+|konsole|gnome|dumb)(?:-[a-z]+)*(?:-\d+)?(?:-?color)?$/;

/**
 * What whoever mends needs to know besides: of the machine its kind, of the terminal what it is, of the
 * configuration which settings are set, and none of their values.
 */
export function hostFacts(
  {origins}: Config,
  {env, platform, arch, version}: NodeJS.Process,
): Record<string, string> {
  const set = Object.entries(origins).filter(([name, {from}]) => from !== 'default' && isOwn(name));
  return {
    node: version,
    platform: `${platform} ${arch}`,
    terminal: terminals.test(env.TERM ?? '') ? (env.TERM ?? '') : 'another',
    multiplexer: ['TMUX', 'STY', 'ZELLIJ'].filter(name => env[name] !== undefined).join(' '),
    remote: env.SSH_CONNECTION === undefined ? 'no' : 'yes',
    settings: set
      .map(([name]) => name)
      .sort()
      .join(' '),
  };
}
