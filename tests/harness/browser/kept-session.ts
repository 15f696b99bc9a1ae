import { randomBytes, randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import * as v from 'valibot';
import { HEADER_OPERATION } from '../../../contract/api/envelope.ts';
import { endpoints } from '../../../contract/endpoints.ts';
import { cleanNick } from '../../../contract/people/nick.ts';
import { type AppRow, openAppDb } from '../../../worker/db/schema.ts';
import { envelope } from '../envelope.ts';

/** Credentials of an account with a password. */
export type Password = { readonly uid: number; readonly passwd: string };

const OPEN_ID_BYTES = 32;
const loggedIn = v.object({ data: endpoints.login.output });

/** The schema of the core's database, read from Dexie without opening it. */
function describeAppDb() {
  const db = openAppDb();
  const stores = db.tables.map(({ schema: { name, primKey, indexes } }) => ({
    name,
    keyPath: primKey.keyPath ?? null,
    autoIncrement: primKey.auto ?? false,
    indexes: indexes.map(({ name: index, keyPath, unique = false, multi = false }) => ({
      name: index,
      keyPath: keyPath ?? index,
      unique,
      multiEntry: multi,
    })),
  }));
  // Dexie versions are tenths of IndexedDB versions.
  return { name: db.name, version: db.verno * 10, stores };
}

type Kept = ReturnType<typeof describeAppDb> & { readonly origin: string; readonly rows: readonly AppRow[] };

/**
 * Signs in through the API, as the login page does, and stores the session where the core would store it, before any script of the page
 * runs: the page finds it as after a reload. Only for a browser that has not opened this origin before. Opens `path` in the page. Without
 * `login`
 * it signs in as a new guest.
 */
export async function openSignedIn(page: Page, path: string, login?: Password): Promise<void> {
  const openId = randomBytes(OPEN_ID_BYTES).toString('base64url');
  const webUuid = randomUUID();
  const endpoint = login === undefined ? endpoints.login : endpoints.userPwdLogin;
  const asked = login ?? { openId, channel: 'guest' };
  // The browser's own request context, so that the answer's cookie for private media is stored.
  const headers = { [HEADER_OPERATION]: randomUUID() };
  const response = await page.request.post(endpoint.path, { data: envelope(asked, undefined, webUuid), headers });
  const { userInfo, componentInfo } = v.parse(loggedIn, await response.json()).data;
  const rows: readonly AppRow[] = [
    { key: 'device', openId, webUuid, language: 'en', screenWidth: 0, screenHeight: 0 },
    {
      key: 'session',
      uid: userInfo.id,
      jid: userInfo.jid,
      role: userInfo.role,
      vcToken: userInfo.vcToken,
      nickName: cleanNick(userInfo.nickName),
      services: componentInfo,
      status: 'active',
    },
  ];
  const kept: Kept = { ...describeAppDb(), origin: new URL(response.url()).origin, rows };
  const script = await page.addInitScript(keepRows, kept);
  await page.goto(path);
  await script.dispose();
}

/** Runs in the page before its own scripts: their requests to open the database are queued behind this one. */
function keepRows({ origin, name, version, stores, rows }: Kept): void {
  if (window !== window.top || location.origin !== origin) return;
  const opening = indexedDB.open(name, version);
  let isFresh = false;
  opening.onupgradeneeded = ({ oldVersion }) => {
    isFresh = oldVersion === 0;
    if (!isFresh) return;
    for (const { name: table, indexes, ...key } of stores) {
      const store = opening.result.createObjectStore(table, key);
      for (const { name: index, keyPath, ...options } of indexes) store.createIndex(index, keyPath, options);
    }
    for (const row of rows) opening.transaction?.objectStore('state').put(row);
  };
  opening.onsuccess = () => {
    opening.result.close();
    if (!isFresh) console.error('A session cannot be kept for a browser that was here before');
  };
}
