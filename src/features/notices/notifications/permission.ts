import { useSyncExternalStore } from 'react';
import { core } from '../../../core/core.ts';

export type Permission = NotificationPermission | 'unsupported';

const supported = 'Notification' in globalThis && 'serviceWorker' in navigator;
const listeners = new Set<() => void>();
let watching = false;

function changed(): void {
  for (const listener of listeners) listener();
}

/** The permission may be changed in the browser's own settings while the page is open. */
async function watch(): Promise<void> {
  watching = true;
  const status = await navigator.permissions?.query({ name: 'notifications' });
  status?.addEventListener('change', changed);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  // Older browsers do not know the name; the permission is then read at the next visit.
  if (supported && !watching) watch().catch(() => undefined);
  return () => listeners.delete(listener);
}

export const permissionNow = (): Permission => (supported ? Notification.permission : 'unsupported');
export const usePermission = (): Permission => useSyncExternalStore(subscribe, permissionNow);

/** Called only after a tap: browsers penalize a site that asks without one. */
export async function askPermission(): Promise<void> {
  const reason = await Notification.requestPermission();
  void core.track('push_permission', { reason });
  changed();
}
