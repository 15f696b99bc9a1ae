import type { PushOptions } from './token.ts';

/** The parts of a browser's push subscription used here; this folder compiles without DOM types. */
type Subscription = {
  readonly endpoint: string;
  readonly options: { readonly applicationServerKey: ArrayBuffer | null };
  getKey(name: 'p256dh' | 'auth'): ArrayBuffer | null;
};

/** Browsers and Node have `btoa`; this folder compiles without its type. */
const { btoa } = globalThis as unknown as { readonly btoa: (text: string) => string };

const base64url = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Returns the five fields that identify a subscription: a change of one makes a new token (product 9.6). */
export const optionsOfSubscription = (subscription: Subscription, scope: string): PushOptions => ({
  endpoint: subscription.endpoint,
  p256dh: base64url(subscription.getKey('p256dh')),
  auth: base64url(subscription.getKey('auth')),
  swScope: scope,
  vapidKey: base64url(subscription.options.applicationServerKey),
});
