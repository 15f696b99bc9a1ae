import { useSyncExternalStore } from 'react';
import { core } from '../../../core/core.ts';
import { createStore } from '../../../create-store.ts';

/** Notification permission; `unsupported` if the browser has no notifications or service workers. */
export type Permission = NotificationPermission | 'unsupported';

const supported = 'Notification' in globalThis && 'serviceWorker' in navigator;
/**
 * Returns the key, in the settings' texts, of the sentence that says when this browser notifies: without Web Push only while a page is
 * open.
 */
export const noticeHint = (): 'notify.allowHint' | 'notify.openHint' =>
  'PushManager' in globalThis ? 'notify.allowHint' : 'notify.openHint';
let watching = false;

/** The notification permission; undefined until it is first needed, as reading it blocks the page on the browser process. */
const permission = createStore<Permission | undefined>(undefined, () => {
  permissionNow();
  // Older browsers reject this permission name; then the permission is read again on `visibilitychange`.
  if (supported && !watching) watch().catch(() => undefined);
  return () => {};
});
const update = () => permission.set(supported ? Notification.permission : 'unsupported');

/** Follows the permission, which the user can change in the browser's settings while the page is open. */
async function watch(): Promise<void> {
  watching = true;
  addEventListener('visibilitychange', update);
  const status = await navigator.permissions?.query({ name: 'notifications' });
  status?.addEventListener('change', update);
}

/** Subscribes to changes of the notification permission; returns a function that unsubscribes. */
export const watchPermission = permission.subscribe;

/** Returns the notification permission. Cached until it may have changed. */
export function permissionNow(): Permission {
  if (permission.get() === undefined) update();
  return permission.get() ?? 'unsupported';
}
/** Returns the current notification permission, and re-renders when it changes. */
export const usePermission = (): Permission => useSyncExternalStore(watchPermission, permissionNow);

/** Shows the browser's permission prompt. Call it only after a tap: browsers penalize prompts without a user gesture. */
export async function askPermission(): Promise<void> {
  const reason = await Notification.requestPermission();
  void core.track('push_permission', { reason });
  update();
}
