import type { PushOptions } from './token.ts';

/** The parts of a browser's push subscription used here; this room has no DOM types. */
type Subscription = {
  readonly endpoint: string;
  readonly options: { readonly applicationServerKey: ArrayBuffer | null };
  getKey(name: 'p256dh' | 'auth'): ArrayBuffer | null;
};

/** Browsers and Node have it; this room has no types for it. */
const { btoa } = globalThis as unknown as { readonly btoa: (text: string) => string };

const base64url = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Returns the five facts of a subscription whose change makes another token (product 9.6). */
export const optionsOfSubscription = (subscription: Subscription, scope: string): PushOptions => ({
  endpoint: subscription.endpoint,
  p256dh: base64url(subscription.getKey('p256dh')),
  auth: base64url(subscription.getKey('auth')),
  swScope: scope,
  vapidKey: base64url(subscription.options.applicationServerKey),
});
