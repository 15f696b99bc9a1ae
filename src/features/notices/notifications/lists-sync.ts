import { LISTS_SYNC, LISTS_SYNC_EVERY_MS } from '#contract/push/rules.ts';

/** Periodic Background Sync (Chromium only), not in TypeScript's types. */
type Syncing = {
  readonly periodicSync?: { register(tag: string, options: { readonly minInterval: number }): Promise<void> };
};

/**
 * Registers a periodic background sync (twice a day) of the lists, so that an installed app opens with recent ones. Browsers
 * grant it to used, installed apps without a prompt.
 */
export async function askForLists(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const periodicSync = (registration as Syncing | undefined)?.periodicSync;
  if (!periodicSync) return;
  const { state } = await navigator.permissions.query({ name: 'periodic-background-sync' as PermissionName });
  if (state === 'granted') await periodicSync.register(LISTS_SYNC, { minInterval: LISTS_SYNC_EVERY_MS });
}
