import { liveQuery } from 'dexie';
import { readState } from '#db/reads/app.ts';
import { countOutbox } from '#db/reads/outbox.ts';

/** Background Sync, of browsers on Chromium's engine; TypeScript does not know it. */
type Syncing = { readonly sync?: { register(tag: string): Promise<void> } };

const isWaiting = async () => (await readState('connection'))?.state !== 'connected' && (await countOutbox()) > 0;

async function ask(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await (registration as Syncing | undefined)?.sync?.register('outbox');
}

/** Asks the browser to wake the service worker once there is a network, while something waits for a stream. */
export function followOutbox(): () => void {
  const watching = liveQuery(isWaiting).subscribe({
    next(waits) {
      // Where there is no such thing it goes with the next push, tap or page.
      if (waits) ask().catch(() => undefined);
    },
    error() {},
  });
  return () => watching.unsubscribe();
}
