import { useSyncExternalStore } from 'react';

export type Permission = NotificationPermission | 'unsupported';

const supported = 'Notification' in globalThis && 'serviceWorker' in navigator;
const listeners = new Set<() => void>();
let watching = false;

function changed(): void {
  for (const tell of listeners) tell();
}

/** The permission may be changed in the browser's own settings while the page is open. */
async function watch(): Promise<void> {
  watching = true;
  const status = await navigator.permissions?.query({ name: 'notifications' });
  status?.addEventListener('change', changed);
}

function subscribe(tell: () => void) {
  listeners.add(tell);
  // Older browsers do not know the name; the permission is then read at the next visit.
  if (supported && !watching) watch().catch(() => undefined);
  return () => listeners.delete(tell);
}

export const permissionNow = (): Permission => (supported ? Notification.permission : 'unsupported');
export const usePermission = (): Permission => useSyncExternalStore(subscribe, permissionNow);

/** Called only after a tap: browsers penalize a site that asks without one. */
export async function askPermission(): Promise<void> {
  await Notification.requestPermission();
  changed();
}
