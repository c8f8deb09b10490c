import {cardFields, easyOptionFields} from '../../api/wire/records.ts';
import type {Config} from '../../config/config.ts';
import {bindingsWith, type KeyAction} from '../../desk/keys.ts';
import type {Settings} from '../../desk/state.ts';

/** What of the configuration the desk works by. */
export function settingsOf(config: Config): Settings {
  const {service, dialect, alerts} = config;
  return {
    profile: config.profile.name,
    account: config.profile.label,
    host: service.kind === 'remote' ? new URL(service.baseUrl).host : 'embedded',
    guardrails: config.guardrails,
    refreshMs: config.refreshMs,
    bindings: bindingsWith(config.keys as Partial<Record<KeyAction, readonly string[]>>),
    columns: config.columns,
    namedFilters: config.namedFilters,
    sortable: {
      cards: dialect.sort.cards ?? cardFields,
      easyOptions: dialect.sort.easy_options ?? easyOptionFields,
    },
    theme: config.theme,
    bell: alerts.bell,
    desktopNotifications: alerts.desktop,
  };
}
