/**
 * Reads who is signed in from the database of the app, without its library: the service worker asks for each picture. The name holds
 * the login, so that another login of the same account is another. Undefined when nobody is, or there is no database.
 */
export function readSessionName(indexedDB: IDBFactory): Promise<string | undefined> {
  return new Promise((resolve) => {
    const opening = indexedDB.open('app');
    // There was none: it must not be created here.
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onerror = () => resolve(undefined);
    opening.onsuccess = () => {
      const db = opening.result;
      const end = (name: string | undefined) => {
        db.close();
        resolve(name);
      };
      try {
        const asked = db.transaction('state').objectStore('state').get('session');
        asked.onsuccess = () => end(nameOf(asked.result));
        asked.onerror = () => end(undefined);
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
