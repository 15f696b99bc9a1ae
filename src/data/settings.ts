import { useSyncExternalStore } from 'react';
import { DEFAULT_SETTINGS, type Settings } from '#contract/account/settings.ts';
import { readState } from '#db/reads/app.ts';
import { createLiveStore } from './live-store.ts';

/** Reads the settings. Read errors of the database are reported by the conversations, so they are ignored here. */
async function readSettings(): Promise<Settings> {
  const row = await readState('settings').catch(() => undefined);
  return { ...DEFAULT_SETTINGS, ...row };
}

/** Shared by the whole page, because each bubble reads the settings. */
const settings = createLiveStore(readSettings);

/** Returns the account's settings; undefined until the database has responded. */
export const useSettings = (): Settings | undefined => useSyncExternalStore(settings.subscribe, settings.now);

/** Returns one setting, or its default until the database has responded. Re-renders only when that setting changes. */
export const useSetting = <K extends keyof Settings>(key: K): Settings[K] =>
  useSyncExternalStore(settings.subscribe, () => (settings.now() ?? DEFAULT_SETTINGS)[key]);
