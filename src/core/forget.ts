import { CHAT_MEDIA_CACHE, PASS_COOKIE, PICTURE_CACHE, PRIVATE_MEDIA_PATH } from '#contract/media/private.ts';
import { readSession } from '#db/reads/app.ts';

/**
 * Performs the steps of a sign-out that need a page: unsubscribes from push and closes notifications. Every tab does it when the session is
 * gone or another account replaces it, so it also happens after a sign-out in another tab, and offline.
 */
export async function forgetPushes(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
  const shown = (await registration?.getNotifications?.()) ?? [];
  for (const notification of shown) notification.close();
}

/**
 * Deletes the cached copies of private media and of people's pictures of the account before, and its cookie for private media if no user is
 * signed in now: the cookie may be the new one of an account that has signed in since. Needs no server, so it also works offline. Repeated
 * at each start without a session, in case the page or the core was terminated before.
 */
export async function forgetMedia(): Promise<void> {
  const deleting = Promise.all([CHAT_MEDIA_CACHE, PICTURE_CACHE].map((name) => caches.delete(name)));
  const session = await readSession().catch(() => null);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in two of three browsers.
  if (!session) document.cookie = `${PASS_COOKIE}=; Path=${PRIVATE_MEDIA_PATH}; SameSite=Strict; Max-Age=0`;
  await deleting;
}
