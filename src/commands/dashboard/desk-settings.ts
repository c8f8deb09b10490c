import type {Config} from '../../config/config.ts';
import {bindingsWith} from '../../desk/bindings.ts';
import type {Settings} from '../../desk/model/state.ts';
import {sortableBy} from '../records.ts';

/** What of the configuration the desk works by. */
export function deskSettingsOf(config: Config): Settings {
  const {service, dialect, alerts} = config;
  return {
    account: config.profile.label,
    host: service.kind === 'remote' ? new URL(service.baseUrl).host : 'embedded',
    guardrails: config.guardrails,
    refreshMs: config.refreshMs,
    pageSize: config.pageSize,
    bindings: bindingsWith(config.keys),
    columns: config.columns,
    namedFilters: config.namedFilters,
    sortable: sortableBy(dialect),
    theme: config.theme,
    bell: alerts.bell,
    desktopNotifications: alerts.desktop,
  };
}
