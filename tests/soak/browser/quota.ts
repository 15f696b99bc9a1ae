import type { CDPSession, Page } from 'playwright';

const SOME_BYTES = 20_000_000;
const TOO_MUCH_BYTES = 50_000_000;

/** Call it before the first visit: a browser does not reduce for half a minute what it has granted, so the grant must be small. */
export const grantLittle = (protocol: CDPSession, origin: string): Promise<unknown> =>
  protocol.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: SOME_BYTES });

/**
 * Leaves no storage to an origin. A browser checks the quota only for a write larger than its last grant, so this attempts such a write;
 * afterwards even the smallest write fails. Returns the error name of the attempt.
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

/** Restores the quota. */
export const freeUp = (protocol: CDPSession, origin: string): Promise<unknown> =>
  protocol.send('Storage.overrideQuotaForOrigin', { origin });
