/**
 * Reads a name of the signed-in session from the app's database with plain IndexedDB, because the service worker asks for each picture.
 * The name contains the token, so another login of the same account has another name. Undefined if no user is signed in or no database
 * exists.
 */
export function readSessionName(indexedDB: IDBFactory): Promise<string | undefined> {
  return new Promise((resolve) => {
    const opening = indexedDB.open('app');
    // The database does not exist and must not be created here.
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onerror = () => resolve(undefined);
    opening.onsuccess = () => {
      const db = opening.result;
      const end = (name: string | undefined) => {
        db.close();
        resolve(name);
      };
      try {
        const request = db.transaction('state').objectStore('state').get('session');
        request.onsuccess = () => end(nameOf(request.result));
        request.onerror = () => end(undefined);
      } catch {
        end(undefined);
      }
    };
  });
}

function nameOf(row: unknown): string | undefined {
  const { uid, vcToken } = Object(row) as { readonly uid?: unknown; readonly vcToken?: unknown };
  return uid === undefined ? undefined : `${uid}/${vcToken}`;
}
