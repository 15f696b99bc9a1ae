import { LISTS_SYNC, LISTS_SYNC_EVERY_MS } from '#contract/away/rules.ts';

/** Periodic Background Sync, of browsers on Chromium's engine; TypeScript does not know it. */
type Syncing = {
  readonly periodicSync?: { register(tag: string, options: { readonly minInterval: number }): Promise<void> };
};

/**
 * Asks the browser to wake the service worker twice a day, so that an installed app opens with today's list. Browsers allow that to
 * apps that are installed and used; nobody is asked for it.
 */
export async function askForLists(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const periodicSync = (registration as Syncing | undefined)?.periodicSync;
  if (!periodicSync) return;
  const { state } = await navigator.permissions.query({ name: 'periodic-background-sync' as PermissionName });
  if (state === 'granted') await periodicSync.register(LISTS_SYNC, { minInterval: LISTS_SYNC_EVERY_MS });
}
