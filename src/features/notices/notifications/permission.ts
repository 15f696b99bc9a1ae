import { useSyncExternalStore } from 'react';
import { core } from '../../../core/core.ts';

/** Notification permission; `unsupported` if the browser has no notifications or service workers. */
export type Permission = NotificationPermission | 'unsupported';

const supported = 'Notification' in globalThis && 'serviceWorker' in navigator;
const listeners = new Set<() => void>();
let watching = false;
let known: Permission | undefined;

function changed(): void {
  known = undefined;
  for (const listener of listeners) listener();
}

/** The user can change the permission in the browser's settings while the page is open. */
async function watch(): Promise<void> {
  watching = true;
  addEventListener('visibilitychange', changed);
  const status = await navigator.permissions?.query({ name: 'notifications' });
  status?.addEventListener('change', changed);
}

/** Subscribes to changes of the notification permission; returns a function that unsubscribes. */
export function watchPermission(listener: () => void) {
  listeners.add(listener);
  // Older browsers reject this permission name; then the permission is read again on `visibilitychange`.
  if (supported && !watching) watch().catch(() => undefined);
  return () => listeners.delete(listener);
}

/** Returns the notification permission. Cached until it may have changed, as reading it blocks the page on the browser process. */
export function permissionNow(): Permission {
  known ??= supported ? Notification.permission : 'unsupported';
  return known;
}
/** Returns the current notification permission, and re-renders when it changes. */
export const usePermission = (): Permission => useSyncExternalStore(watchPermission, permissionNow);

/** Shows the browser's permission prompt. Call it only after a tap: browsers penalize prompts without a user gesture. */
export async function askPermission(): Promise<void> {
  const reason = await Notification.requestPermission();
  void core.track('push_permission', { reason });
  changed();
}
