import type {Config} from '../../config/config.ts';
import {profileNames} from '../../config/profile.ts';
import {bindingsWith} from '../../desk/bindings.ts';
import type {Sense} from '../../desk/model/keys.ts';
import type {Settings} from '../../desk/model/state.ts';
import {lagsOf, sortableBy} from '../records.ts';

/** What of the configuration the desk works by. */
export function deskSettingsOf(config: Config, sense: Sense = 'eyes'): Settings {
  const {service, dialect, alerts} = config;
  return {
    profile: config.profile.name,
    // Without a file there is none to go to.
    profiles: config.file?.settings.profiles === undefined ? [] : profileNames(config.file),
    account: config.profile.label,
    host: service.kind === 'remote' ? new URL(service.baseUrl).host : 'embedded',
    guardrails: config.guardrails,
    limits: config.limits,
    refreshMs: config.refreshMs,
    pageSize: config.pageSize,
    bindings: bindingsWith(config.keys, sense),
    columns: config.columns,
    startPane: config.startPane,
    asksOnQuit: config.asksOnQuit,
    namedFilters: config.namedFilters,
    sortable: sortableBy(dialect),
    investmentCurrency: dialect.investment_currency,
    ...lagsOf(config),
    theme: config.theme,
    times: config.times,
    bell: alerts.bell,
    desktopNotifications: alerts.desktop,
  };
}

/** Where the desk's chance comes from. Nobody plays against it, and `node:crypto` takes long to load. */
export const drawSeed = () => Math.floor(Math.random() * 2 ** 31);
