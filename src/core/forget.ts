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
