import { useSyncExternalStore } from 'react';
import { core } from '../../../core/core.ts';

export type Permission = NotificationPermission | 'unsupported';

const supported = 'Notification' in globalThis && 'serviceWorker' in navigator;
const listeners = new Set<() => void>();
let watching = false;
let known: Permission | undefined;

function changed(): void {
  known = undefined;
  for (const listener of listeners) listener();
}

/** The permission may be changed in the browser's own settings while the page is open. */
async function watch(): Promise<void> {
  watching = true;
  addEventListener('visibilitychange', changed);
  const status = await navigator.permissions?.query({ name: 'notifications' });
  status?.addEventListener('change', changed);
}

export function watchPermission(listener: () => void) {
  listeners.add(listener);
  // Older browsers do not know the name; the permission is then read when somebody comes back.
  if (supported && !watching) watch().catch(() => undefined);
  return () => listeners.delete(listener);
}

/** Read once until it may have changed: to read it the page stands still until the browser's own process has answered. */
export function permissionNow(): Permission {
  known ??= supported ? Notification.permission : 'unsupported';
  return known;
}
export const usePermission = (): Permission => useSyncExternalStore(watchPermission, permissionNow);

/** Called only after a tap: browsers penalize a site that asks without one. */
export async function askPermission(): Promise<void> {
  const reason = await Notification.requestPermission();
  void core.track('push_permission', { reason });
  changed();
}
