import Dexie from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { parse, safeParse } from 'valibot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { diagnosisShape } from '../../../../src/features/account/device/diagnosis-shape.ts';

vi.mock('../../../../src/i18n/i18n.ts', () => ({ currentLanguage: () => 'de' }));

const UID = 264_457_901;
/** Values that the file must never contain, each a unique text. */
const CANARIES: Readonly<Record<string, string | number>> = {
  uid: UID,
  peerUid: 900_175_431,
  targetUid: 900_175_432,
  caller: 900_175_433,
  callee: 900_175_434,
  jid: 'u_264457902@chat.canary',
  mainJid: 'u_264457903@chat.canary',
  linkedJid: 'u_264457904@chat.canary',
  nickName: 'Canarina Vogel',
  name: 'Canarino',
  title: 'Canary Title',
  linkedUser: 'Canarella',
  body: 'canary words of a message',
  text: 'canary words of a draft',
  raw: '<body>canary stanza</body>',
  about: 'canary about me',
  note: 'canary note of a report',
  translate: 'canary in translation',
  vcToken: 'canary-token-0123456789',
  token: 'gc1.canary',
  cookie: 'pass=canary-cookie',
  openId: 'canary-open-id',
  webUuid: 'canary-web-uuid',
  distinctId: 'canary-distinct',
  deviceId: 'canary-device',
  adid: 'canaryadid',
  endpoint: 'https://fcm.googleapis.com/fcm/send/canary-address',
  p256dh: 'canary-p256dh',
  auth: 'canary-auth',
  email: 'canary@mail.example',
  tel: '+49 170 2644579',
  address: 'Canary Street 1',
  passwd: 'canary-password',
  file: 'canary-holiday.jpg',
  url: '/media/canary.webp',
  avatarUrl: '/avatar/canary.webp',
  sid: 'canary-sid',
  gems: 918_273_645,
  balance: 918_273_646,
  orderId: 'canary-order',
  credential: 'canary-card-4242',
};
const texts = Object.values(CANARIES).map(String);

beforeEach(() => {
  Dexie.dependencies.indexedDB = new IDBFactory();
  Dexie.dependencies.IDBKeyRange = IDBKeyRange;
  vi.resetModules();
  vi.stubGlobal('navigator', {
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156',
    serviceWorker: {},
    locks: {
      query: async () => ({
        held: [{ name: `tab:${CANARIES['sid']}` }, { name: 'core' }, { name: `core-build:7:${CANARIES['deviceId']}` }],
        pending: [{ name: String(CANARIES['nickName']) }, { name: 'looked-at' }],
      }),
    },
    storage: { estimate: async () => ({ usage: 5, quota: 10 }), persisted: async () => true },
  });
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.stubGlobal('document', { cookie: CANARIES['cookie'] });
  vi.stubGlobal('localStorage', { getItem: () => CANARIES['nickName'], length: 1 });
});
afterEach(() => vi.unstubAllGlobals());

/** Fills every table of every database with every canary, whether the app stores such a value there or not. */
async function seeded() {
  const { app, chat, notice } = await import('../../../../worker/db/open.ts');
  const { openMeasureDb } = await import('../../../../worker/analytics/database.ts');
  const measure = openMeasureDb();
  const databases: readonly Dexie[] = [app, chat, notice, measure];
  for (const db of databases) {
    for (const table of db.tables) {
      if (table.name === 'state') continue;
      const names = [table.schema.primKey, ...table.schema.indexes].flatMap(({ keyPath }) => keyPath);
      const keys = Object.fromEntries(names.map((name) => [name, CANARIES[name ?? ''] ?? `canary ${name}`]));
      await table.put({ ...CANARIES, ...keys, ...(table.schema.primKey.auto && { id: 1 }), date: 1, queuedAt: 1 });
    }
  }
  // Rows that the file is made of, in their real shape, with a canary in every text field.
  const options = { ...CANARIES, endpoint: `${CANARIES['endpoint']}?key=${CANARIES['auth']}` };
  for (const row of [
    { key: 'session', status: 'active', role: 2 },
    { key: 'connection', state: 'connected', since: 1, online: true, nextTryAt: 0, error: CANARIES['email'] },
    {
      key: 'changes',
      list: [
        { code: 'conn-fail, no network', at: 1 },
        { code: CANARIES['body'], at: 2, ...CANARIES },
      ],
    },
    { key: 'dropped', counts: { stranger: 3, [String(CANARIES['jid'])]: 1 } },
    { key: 'clock', ahead: 9 },
    { key: 'push', state: 'failed', why: CANARIES['text'], at: 1, options },
    ...['account', 'config', 'device', 'profile', 'settings', 'counts', 'undone', 'call', 'sessions', 'export'].map(
      (key) => ({ key }),
    ),
  ])
    await app.state.put({ ...CANARIES, ...row } as never);
  await app.apiQueue.bulkPut([
    { ...CANARIES, operationId: 'a', endpoint: 'updateProfile', data: CANARIES, uid: UID, queuedAt: 1 } as never,
    { ...CANARIES, operationId: 'b', endpoint: CANARIES['passwd'], data: CANARIES, uid: UID, queuedAt: 1 } as never,
  ]);
  await app.uploads.put({
    ...CANARIES,
    id: 'canary-upload',
    state: 'waiting',
    queuedAt: 1,
    file: new File([texts.join(' ')], 'canary-holiday.jpg'),
  } as never);
  await chat.outbox.put({
    id: 9,
    kind: 'message',
    about: 'u_1/canary',
    tid: 'u_900175431',
    stanzaId: 'canary',
    to: 'canary',
  });
  measure.close();
  return databases;
}

test('a diagnosis file contains no personal data of the device', async () => {
  expect(texts.length).toBeGreaterThanOrEqual(40);
  await seeded();
  const { app } = await import('../../../../worker/db/open.ts');
  const { readDiagnosis } = await import('../../../../src/features/account/device/diagnosis.ts');
  // The canaries are present in the databases.
  const stored = JSON.stringify(await Promise.all(app.tables.map((table) => table.toArray())));
  expect(texts.filter((text) => !stored.includes(JSON.stringify(text).slice(1, -1)))).toEqual([]);

  const diagnosis = await readDiagnosis(UID);
  const file = JSON.stringify(diagnosis).toLowerCase();
  expect(texts.filter((text) => file.includes(text.toLowerCase()))).toEqual([]);
  expect(file).not.toMatch(/canar|2644579|900175|9182736/);
  // The file is not empty.
  expect(diagnosis).toMatchObject({
    build: 7,
    language: 'de',
    clockAheadMs: 9,
    storage: { usage: 5, quota: 10, persisted: true },
    connection: { state: 'connected', error: 'other', online: true },
    changes: [{ code: 'conn-fail, no network' }, { code: 'other' }],
    dropped: [
      { why: 'stranger', count: 3 },
      { why: 'other', count: 1 },
    ],
    push: { state: 'failed', host: 'fcm.googleapis.com' },
    locks: ['tab', 'core', 'core-build', 'other', 'looked-at'],
  });
  expect(new Set(diagnosis.waiting.map(({ kind }) => kind))).toEqual(
    new Set(['file', 'message', 'other', 'updateProfile']),
  );
});

test('an empty device produces a diagnosis', async () => {
  const { readDiagnosis } = await import('../../../../src/features/account/device/diagnosis.ts');
  expect(await readDiagnosis(0)).toMatchObject({ waiting: [], changes: [], dropped: [] });
});

test('a field outside the allow list is refused at every depth', async () => {
  const { readDiagnosis } = await import('../../../../src/features/account/device/diagnosis.ts');
  await seeded();
  const diagnosis = await readDiagnosis(UID);
  expect(parse(diagnosisShape, diagnosis)).toEqual(diagnosis);
  const added = { nickName: 'Canarina' };
  const changed = [
    { ...diagnosis, ...added },
    { ...diagnosis, features: { ...diagnosis.features, ...added } },
    { ...diagnosis, connection: { ...diagnosis.connection, ...added } },
    { ...diagnosis, changes: [{ code: 'error', secondsAgo: 1, ...added }] },
    { ...diagnosis, waiting: [{ kind: 'file', forSeconds: 1, ...added }] },
    { ...diagnosis, kept: { ...diagnosis.kept, messages: { rows: 1, bytes: 1, ...added } } },
    { ...diagnosis, push: { ...diagnosis.push, ...added } },
    { ...diagnosis, dropped: [{ why: 'stranger', count: 1, ...added }] },
    { ...diagnosis, storage: { ...diagnosis.storage, ...added } },
  ];
  expect(changed.map((one) => safeParse(diagnosisShape, one).success)).toEqual(changed.map(() => false));
});
