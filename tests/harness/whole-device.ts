import './worker-globals.ts';

import { randomUUID } from 'node:crypto';
import type Dexie from 'dexie';
import sharp from 'sharp';
import type { SettingsChange } from '../../contract/account/settings.ts';
import { tidOfUid } from '../../contract/ids.ts';
import { UPLOAD_PATH } from '../../contract/media/media.ts';
import type { Result } from '../../contract/result.ts';
import { createAccount } from '../../worker/account/account.ts';
import { createOutcomes } from '../../worker/api/outcomes.ts';
import { createApiQueue, queuePart } from '../../worker/api/queue.ts';
import { createAccepted } from '../../worker/base/accepted.ts';
import type { CorePart } from '../../worker/base/part.ts';
import { expire, readSession } from '../../worker/base/session-row.ts';
import { createMediaSending } from '../../worker/chat/send-media.ts';
import type { ApiQueueRow } from '../../worker/db/schema.ts';
import { sendFile } from '../../worker/media/send-file.ts';
import { createUploader } from '../../worker/media/uploader.ts';
import { createPeople } from '../../worker/people/people.ts';
import {
  type Account,
  type CorePerson,
  type DeviceStorage,
  emptyDevice,
  type SharedPorts,
  startCore,
  wordsOf,
} from './core-people.ts';
import { openApi } from './open-api.ts';
import type { KilledServer } from './servers/kept-server.ts';
import { startProxy, type TcpProxy } from './servers/proxy.ts';

/** A device with chat, uploads, relations and account; everything that it sends passes through a line of its own. */
export type WholeDevice = {
  readonly name: string;
  readonly line: TcpProxy;
  readonly storage: DeviceStorage;
  readonly core: () => CorePerson;
  /** The account that is signed in; undefined when there is none or its session has expired. */
  uid(): Promise<number | undefined>;
  /** Queues a text for a user. */
  say(to: number, words: string): Promise<void>;
  /** Signs in as the guest of this secret. Resolves with whether it succeeded. */
  signIn(openId: string): Promise<boolean>;
  /** Ends the session at the server, as another device of the account does. */
  endSession(): Promise<void>;
  sendPicture(to: number, caption: string): Promise<void>;
  block(uid: number): Promise<void>;
  changeSettings(change: SettingsChange): Promise<void>;
  /** Texts and captions that the server has not accepted yet. */
  unsentWords(): Promise<readonly string[]>;
  /** Changes that the server has not accepted yet, also those of an account that was signed in before. */
  unsentChanges(): Promise<readonly ApiQueueRow[]>;
  /** Deletes everything that is stored, under the running core. */
  clearData(): Promise<void>;
  /** Ends the core as a killed worker ends, and starts the next one on the same storage. */
  restart(): Promise<void>;
  close(): Promise<void>;
};

type DeviceOptions = {
  readonly name: string;
  readonly server: Pick<KilledServer, 'port'>;
  readonly account: Account;
  /** Error of the device's clock, ms. */
  readonly aheadMs: number;
};

const orThrow = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
};

/** A device that is signed in to the account and has an empty storage. */
export async function startWholeDevice({ name, server, account, aheadMs }: DeviceOptions): Promise<WholeDevice> {
  const [line, storage] = [await startProxy(server.port), await emptyDevice(account)];
  const now = () => Date.now() + aheadMs;
  const { app, chat, notice } = storage;
  const user = async () => {
    const row = await readSession(app);
    return row ? { id: row.uid, jid: row.jid, role: row.role, vcToken: row.vcToken } : null;
  };
  const api = (port: number) => openApi(`http://localhost:${port}`, user, name);
  const open = async () => {
    let parts: ReturnType<typeof partsOf> | undefined;
    const core = await startCore({
      port: server.port,
      account,
      storage,
      line,
      now,
      api: api(line.port),
      addParts(shared) {
        parts = partsOf(shared, `http://localhost:${line.port}${UPLOAD_PATH}`);
        return parts.all;
      },
    });
    if (!parts) throw new Error('The core took no parts');
    return { ...parts, core };
  };
  let running = await open();

  return {
    name,
    line,
    storage,
    core: () => running.core,
    async uid() {
      const row = await readSession(app);
      return row?.status === 'active' ? row.uid : undefined;
    },
    async signIn(openId) {
      const device = { key: 'device', openId, webUuid: name, language: 'en', screenWidth: 0, screenHeight: 0 } as const;
      await app.state.put(device);
      return (await running.account.signIn({ way: 'guest' })).ok;
    },
    async say(to, words) {
      // The conversation may have been deleted with an account or with the data.
      await running.core.open(to);
      await running.core.say(to, words);
    },
    endSession: async () => void (await api(server.port).call('logout', {})),
    async sendPicture(to, caption) {
      const file = await picture();
      const item = { uploadId: randomUUID(), file: file as never, w: 8, h: 8, ms: 0, wave: '' };
      await running.core.open(to);
      const draft = { kind: 'image', items: [item], body: caption, price: 0, gift: '' } as const;
      orThrow(await running.media.sendMedia(tidOfUid(to), { ...draft, items: [item] }, randomUUID()));
    },
    block: async (uid) => void orThrow(await running.people.changeRelation(uid, 'block')),
    changeSettings: async (change) => void orThrow(await running.account.changeSettings(change)),
    async unsentWords() {
      const waiting = await chat.outbox.filter(({ kind }) => kind === 'message').toArray();
      const rows = await chat.messages
        .where('mid')
        .anyOf(waiting.map(({ about }) => about))
        .toArray();
      return rows.flatMap(wordsOf);
    },
    unsentChanges: () => app.apiQueue.toArray(),
    async clearData() {
      const databases: readonly Dexie[] = [app, chat, notice];
      for (const db of databases)
        await db.transaction('rw', db.tables, () => Promise.all(db.tables.map((table) => table.clear())));
    },
    async restart() {
      line.reset();
      await running.core.close();
      running = await open();
    },
    async close() {
      await running.core.close();
      await line.close();
      for (const db of Object.values(storage)) db.close();
    },
  };
}

/** A small picture of a random colour, so that no two uploads are the same file. */
async function picture(): Promise<Blob> {
  const [r = 0, g = 0, b = 0] = crypto.getRandomValues(new Uint8Array(3));
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: { r, g, b } } })
    .webp()
    .toBuffer();
  return new Blob([new Uint8Array(bytes)], { type: 'image/webp' });
}

/** The parts of a core besides connection and chat that send or that change the account. */
function partsOf(shared: SharedPorts, uploadUrl: string) {
  const { app, api, session, now, hooks } = shared;
  const accepted = createAccepted();
  const outcomes = createOutcomes(app);
  const queue = createApiQueue({ app, api, outcomes, accepted, now });
  const uploads = createUploader({
    app,
    session,
    now,
    send: sendFile,
    uploadUrl,
    onArrived() {},
    renewPass() {},
    onTokenRefused: (token) => expire(app, token),
  });
  const media = createMediaSending({
    ...shared,
    kickUploads: uploads.kick,
    retryUpload: async (id) => (await uploads.commands.retryUpload(id)).ok,
    dropUpload: async (id) => void (await uploads.commands.dropUpload(id)),
  });
  const people = createPeople({
    ...shared,
    accepted,
    queue,
    refreshList: async () => undefined,
    onOwnProfile: () => void account.onOwnChange?.().catch(() => {}),
  });
  const account = createAccount({
    ...shared,
    queue,
    accepted,
    track: () => undefined,
    onSignedIn: hooks.signedIn,
    onSigningOut: hooks.signingOut,
  });
  const all: readonly CorePart[] = [queuePart(queue), media, account, people, uploads];
  for (const part of all) {
    if (part.queuedCalls) outcomes.register(part.queuedCalls);
    if (part.uploads) uploads.register(part.uploads);
  }
  return { all, media: media.commands, people: people.commands, account: account.commands };
}
