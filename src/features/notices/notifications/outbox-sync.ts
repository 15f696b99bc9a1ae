import { readState } from '#db/reads/app.ts';
import { liveQuery } from '#db/reads/live-query.ts';
import { hasUnsent } from '#db/reads/outbox.ts';

/** Background Sync (Chromium only), not in TypeScript's types. */
type Syncing = { readonly sync?: { register(tag: string): Promise<void> } };

const isWaiting = async () => (await readState('connection'))?.state !== 'connected' && (await hasUnsent());

async function ask(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await (registration as Syncing | undefined)?.sync?.register('outbox');
}

/** Registers a background sync while messages or changes wait without a connection. Returns a function that stops it. */
export function followOutbox(): () => void {
  const watching = liveQuery(isWaiting).subscribe({
    next(waits) {
      // Without Background Sync the messages and changes are sent at the next push, notification tap or page load.
      if (waits) ask().catch(() => undefined);
    },
    error() {},
  });
  return () => watching.unsubscribe();
}
