import { LISTS_SYNC, LISTS_SYNC_EVERY_MS } from '#contract/push/rules.ts';

/** Periodic Background Sync (Chromium only), not in TypeScript's types. */
type Syncing = {
  readonly periodicSync?: { register(tag: string, options: { readonly minInterval: number }): Promise<void> };
};

/**
 * Registers a periodic sync twice a day, so that an installed app opens with recent lists. Browsers grant it to apps that are
 * installed and used, without a prompt.
 */
export async function askForLists(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const periodicSync = (registration as Syncing | undefined)?.periodicSync;
  if (!periodicSync) return;
  const { state } = await navigator.permissions.query({ name: 'periodic-background-sync' as PermissionName });
  if (state === 'granted') await periodicSync.register(LISTS_SYNC, { minInterval: LISTS_SYNC_EVERY_MS });
}
