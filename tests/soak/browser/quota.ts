import type { CDPSession, Page } from 'playwright';

const SOME_BYTES = 20_000_000;
const TOO_MUCH_BYTES = 50_000_000;

/** Before the first visit: what a browser has granted it does not take back for half a minute, so that it must not be much. */
export const grantLittle = (protocol: CDPSession, origin: string): Promise<unknown> =>
  protocol.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: SOME_BYTES });

/**
 * Leaves no room to an origin. A browser asks for the quota only when a write is larger than what it granted before, so one that
 * is too large is tried: afterwards the smallest write is refused. Returns what that one was told.
 */
export async function fillUp(page: Page, protocol: CDPSession, origin: string): Promise<string> {
  await protocol.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1_000 });
  return page.evaluate(
    (bytes) =>
      new Promise<string>((resolve) => {
        const opening = indexedDB.open('filler');
        opening.onupgradeneeded = () => opening.result.createObjectStore('x', { autoIncrement: true });
        opening.onerror = () => resolve(`${opening.error?.name}`);
        opening.onsuccess = () => {
          const db = opening.result;
          const writing = db.transaction('x', 'readwrite');
          // Zeros would be compressed to nothing.
          const noise = new Uint8Array(bytes);
          for (let at = 0; at < bytes; at += 65_536) crypto.getRandomValues(noise.subarray(at, at + 65_536));
          writing.objectStore('x').put(noise);
          const end = (answer: string) => {
            db.close();
            resolve(answer);
          };
          writing.oncomplete = () => end('written');
          writing.onabort = () => end(`${writing.error?.name}`);
        };
      }),
    TOO_MUCH_BYTES,
  );
}

/** Gives the room back. */
export const freeUp = (protocol: CDPSession, origin: string): Promise<unknown> =>
  protocol.send('Storage.overrideQuotaForOrigin', { origin });
