import { CHAT_MEDIA_CACHE, PASS_COOKIE, PICTURE_CACHE, PRIVATE_MEDIA_PATH } from '#contract/media/private.ts';

/**
 * Does the part of a sign-out that only a page can do: workers reach neither push subscriptions nor notifications. Every tab
 * does it when the session is gone, so it also happens when another tab signed out, and offline.
 */
export async function forgetPushes(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
  const shown = (await registration?.getNotifications?.()) ?? [];
  for (const notification of shown) notification.close();
}

/**
 * Deletes what opens private media, their copies, and those of the people who were looked at. A page can do it without the server, so it also happens offline; at each
 * start without a session again, in case a page or the core died meanwhile.
 */
export async function forgetMedia(): Promise<void> {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in two of three browsers.
  document.cookie = `${PASS_COOKIE}=; Path=${PRIVATE_MEDIA_PATH}; SameSite=Strict; Max-Age=0`;
  await Promise.all([CHAT_MEDIA_CACHE, PICTURE_CACHE].map((name) => caches.delete(name)));
}
