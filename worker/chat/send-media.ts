import { CAPTION_MAX_CHARS, LOCK_PRICE_MAX_GEMS, LOCK_PRICE_MIN_GEMS } from '#contract/chat/kind-rules.ts';
import type { mediaMessageCommands } from '#contract/chat/media-commands.ts';
import { LOCAL_OFFICIAL_TID, OFFICIAL_TID } from '#contract/chat/rules.ts';
import type { CommandsOf } from '#contract/command.ts';
import { DAY_MS } from '#contract/durations.ts';
import { needLogin } from '#contract/errors.ts';
import { localOfUid, midOf, uidOfLocal } from '#contract/ids.ts';
import { draftBatchOf, isDraftBatch } from '#contract/media/upload-address.ts';
import { type AppError, fail, ok } from '#contract/result.ts';
import { createSerialQueue } from '#contract/serial-queue.ts';
import { plainText } from '#contract/xml/characters.ts';
import type { CorePart } from '../base/part.ts';
import type { MessageRow, SessionRow, UploadRow } from '../db/schema.ts';
import { storableFile } from '../db/storable-file.ts';
import type { StoredFile, WithStored } from '../db/stored-file.ts';
import { newUploadName } from '../db/upload-name.ts';
import { outgoingRow, writeOutgoing } from '../db/writes/outgoing.ts';
import { withLastMessage } from '../db/writes/thread.ts';
import { releaseWaiting } from '../db/writes/waiting.ts';
import { recomputedThread } from './clear.ts';
import type { ChatPorts } from './commands.ts';
import { lockIdOf } from './locks.ts';
import {
  asksForPay,
  type Facts,
  fileKindOf,
  hasForbiddenPrice,
  isMedia,
  type MediaDraft,
  madePayload,
  serverPayload,
  uploadsIn,
  withoutItem,
} from './made-payload.ts';

/** The dependencies of the commands for media messages. */
export type MediaPorts = Pick<ChatPorts, 'chat' | 'app' | 'epoch' | 'session' | 'clock' | 'client'> & {
  /** Starts the uploader, which looks for new files. */
  readonly kickUploads: () => void;
  /** Queues a refused upload again. Returns false if no upload has this id, if it was not refused, or if its file is gone. */
  readonly retryUpload: (id: string) => Promise<boolean>;
  /** Deletes an upload, and aborts it if it is running. */
  readonly dropUpload: (id: string) => Promise<void>;
  /** Starts the outbox because a message became ready to send. */
  readonly kick: () => void;
};

type MediaCommands = CommandsOf<typeof mediaMessageCommands>;
/** The core part for media messages. */
export type MediaSending = CorePart<MediaCommands>;

/** Maximum age, ms, of local files of a sent message whose bubble never reported that it no longer needs them. */
const COPIES_KEPT_MS = DAY_MS;
const ANCHOR_ROLE = 3;

/**
 * Creates the commands for messages that consist of files. Messages and files are in two databases, so one
 * transaction cannot cover both. Files are written first, in state `held`; then the message, which waits for them;
 * then the files become `waiting`. After a crash in between, `sweep` deletes files without a message, but for a recording, which becomes a
 * draft again, and sends files that have one.
 */
export function createMediaSending(ports: MediaPorts): MediaSending {
  const { chat, app } = ports;
  /** Serializes operations over both databases, so that none sees a partly written message. */
  const { add: inTurn } = createSerialQueue();

  const messageOf = (mid: string) => chat.messages.where('mid').equals(mid).first();
  const batchOf = (mid: string) => app.uploads.filter(({ batch }) => batch === mid).toArray();
  const waitingOf = (mid: string) => chat.outbox.filter(({ about, waitsFor }) => about === mid && waitsFor === mid);

  /** Releases the files of a message for upload. */
  async function releaseUploads(mid: string): Promise<void> {
    await app.uploads.filter(({ batch, state }) => batch === mid && state === 'held').modify({ state: 'waiting' });
    ports.kickUploads();
  }

  type Item = MediaDraft['items'][number];
  /** Returns what to store for each item, in order; undefined if one of the files can no longer be read. */
  async function storeItems(items: readonly Item[]): Promise<readonly StoredFile[] | undefined> {
    // The command guard has checked that each file is a Blob.
    const stored = await Promise.all(items.map(({ file }) => storableFile(app, file as unknown as Blob)));
    const files = stored.filter((file) => file !== undefined);
    return files.length === items.length ? files : undefined;
  }

  function heldRow(mid: string, item: Item, file: StoredFile, queuedAt: number): WithStored<UploadRow, 'file'> {
    return {
      id: item.uploadId,
      purpose: 'chat',
      name: newUploadName(file),
      file,
      state: 'held',
      sentBytes: 0,
      totalBytes: item.file.size,
      url: '',
      thumbUrl: '',
      batch: mid,
      error: '',
      queuedAt,
    };
  }

  /** Returns the facts of a recording that is not sent yet: the duration and wave that this device measured. */
  const draftFacts = ({ ms, wave }: Item) =>
    ({ id: '', kind: 'sound', width: 0, height: 0, ms, wave, blur: '' }) as const;

  /** Writes the files in state `held`. Returns false when no account is signed in. */
  const hold = (mid: string, tid: string, { kind, items }: MediaDraft, files: readonly StoredFile[]) =>
    app.transaction('rw', [app.uploads, app.state], async () => {
      if (!(await ports.session())) return false;
      const now = ports.clock.now();
      const there = await app.uploads.bulkGet(items.map(({ uploadId }) => uploadId));
      // A repeated command with the same ids adds no second upload. `queuedAt` keeps the order. A draft's upload
      // becomes the message's.
      const fresh = items.flatMap((item, at) => {
        const file = files[at];
        const isNew = !there[at] || isDraftBatch(there[at].batch ?? '');
        if (!file || !isNew) return [];
        const recording = kind === 'audio' && { draft: draftBatchOf(tid), facts: draftFacts(item) };
        return [{ ...heldRow(mid, item, file, now + at), ...recording }];
      });
      await app.uploads.bulkPut(fresh);
      return true;
    });

  function faultOf(session: SessionRow, tid: string, draft: MediaDraft, body: string): AppError | undefined {
    const { price, gift, items, kind } = draft;
    if (tid === LOCAL_OFFICIAL_TID || tid === OFFICIAL_TID) return { code: 'forbidden' };
    if (body.length > CAPTION_MAX_CHARS) return { code: 'message-too-long', maxChars: CAPTION_MAX_CHARS };
    if (asksForPay(draft) && session.role !== ANCHOR_ROLE) return { code: 'forbidden' };
    const isPriceOut = price !== 0 && (price < LOCK_PRICE_MIN_GEMS || price > LOCK_PRICE_MAX_GEMS);
    const lacksGift = (kind === 'image_with_gift') !== (gift !== '');
    if (isPriceOut || lacksGift || hasForbiddenPrice(draft)) return { code: 'bad-request', detail: 'price' };
    return items.some(({ file }) => file.size === 0) ? { code: 'upload-unreadable' } : undefined;
  }

  /** Deletes a message that still waits for its files from its conversation. Returns false when there is none. */
  const deleteWaitingMessage = (mid: string) =>
    chat.transaction('rw', [chat.messages, chat.threads, chat.outbox], async () => {
      const message = await messageOf(mid);
      if (!message || (await waitingOf(mid).count()) === 0) return false;
      await waitingOf(mid).delete();
      await chat.messages.delete(message.id as number);
      const thread = await chat.threads.where('tid').equals(message.tid).first();
      if (thread) await chat.threads.put(await recomputedThread(chat, thread));
      return true;
    });

  async function dropAll(rows: readonly UploadRow[]): Promise<void> {
    for (const { id } of rows) await ports.dropUpload(id);
  }

  /**
   * Handles the held files of a message that was not written. The recordings among them are the only copies of what the user said: they
   * become drafts of their conversation again. Returns the others.
   */
  async function keepRecordings(rows: readonly UploadRow[]): Promise<UploadRow[]> {
    const others: UploadRow[] = [];
    for (const row of rows) {
      if (row.state === 'held' && row.draft !== undefined) await app.uploads.update(row.id, { batch: row.draft });
      else others.push(row);
    }
    return others;
  }

  async function cancel(mid: string): Promise<boolean> {
    if (!(await deleteWaitingMessage(mid))) return false;
    await dropAll(await batchOf(mid));
    return true;
  }

  /** Releases the message for sending when the last of its files has arrived. */
  async function release(mid: string): Promise<void> {
    const message = await messageOf(mid);
    if (!isMedia(message?.payload) || (await waitingOf(mid).count()) === 0) return;
    const rows = new Map((await batchOf(mid)).map((row) => [row.id, row]));
    const wanted = fileKindOf(message.payload);
    let isOther = false;
    for (const id of uploadsIn(message.payload)) {
      const row = rows.get(id);
      if (row?.state !== 'done' || row.facts?.kind === wanted) continue;
      // The server detected another kind of file than this device.
      isOther = true;
      await app.uploads.update(id, { state: 'error', error: 'upload-type' });
    }
    const factsOf = (id: string): Facts | undefined => {
      const row = rows.get(id);
      return row?.state === 'done' && row.facts
        ? { facts: row.facts, url: row.url, thumbUrl: row.thumbUrl }
        : undefined;
    };
    if (isOther || !serverPayload(message.payload, factsOf)) return;
    const completeMedia = (row: MessageRow): MessageRow =>
      isMedia(row.payload) ? { ...row, payload: serverPayload(row.payload, factsOf) ?? row.payload } : row;
    if (await releaseWaiting(chat, mid, ports.clock.now(), completeMedia)) ports.kick();
  }

  /** Completes or cleans up the sends that a terminated core left incomplete. */
  async function sweep(): Promise<void> {
    const rows = await app.uploads.filter(({ purpose }) => purpose === 'chat').toArray();
    const now = ports.clock.now();
    for (const mid of new Set(rows.map(({ batch }) => batch ?? ''))) {
      const own = rows.filter(({ batch }) => (batch ?? '') === mid);
      const message = await messageOf(mid);
      if (!isMedia(message?.payload)) {
        if (!isDraftBatch(mid)) await dropAll(await keepRecordings(own));
        continue;
      }
      if ((await waitingOf(mid).count()) === 0) {
        await dropAll(own.filter(({ queuedAt }) => now - queuedAt > COPIES_KEPT_MS));
        continue;
      }
      const named = new Set(uploadsIn(message.payload));
      await dropAll(own.filter(({ id }) => !named.has(id)));
      await releaseUploads(mid);
      await release(mid);
    }
  }

  const commands: MediaCommands = {
    sendMedia: (tid, draft, stanzaId) =>
      inTurn(async () => {
        const isCurrent = ports.epoch.guard();
        const session = await ports.session();
        if (!session) return fail(needLogin);
        const body = plainText(draft.body);
        const of = { from: session.uid, to: uidOfLocal(tid) ?? 0, mid: stanzaId };
        const payload = madePayload({ ...draft, body }, asksForPay(draft) ? await lockIdOf(of) : '');
        if (!payload) return fail({ code: 'bad-request', detail: 'items' } as const);
        const fault = faultOf(session, tid, draft, body);
        if (fault) return fail(fault);
        const files = await storeItems(draft.items);
        if (!files) return fail({ code: 'upload-gone' } as const);
        const mid = midOf(localOfUid(session.uid), stanzaId);
        if (!(await hold(mid, tid, draft, files))) return fail(needLogin);
        const envelope = { tid, mid, stanzaId, waitsFor: mid };
        const stored = await writeOutgoing(chat, envelope, isCurrent, (thread) =>
          outgoingRow(session, ports.client, thread, mid, ports.clock.now(), payload),
        ).catch(async (error: unknown) => {
          await keepRecordings(await batchOf(mid));
          throw error;
        });
        if (!stored) {
          await dropAll(await keepRecordings(await batchOf(mid)));
          return fail({ code: 'not-found' } as const);
        }
        await releaseUploads(mid);
        return ok({ mid });
      }),
    keepVoice: (tid, item) =>
      inTurn(async () => {
        const [file] = (await storeItems([item])) ?? [];
        if (!file) return fail({ code: 'upload-gone' } as const);
        return app.transaction('rw', [app.uploads, app.state], async () => {
          if (!(await ports.session())) return fail(needLogin);
          const batch = draftBatchOf(tid);
          const there = await app.uploads.get(item.uploadId);
          // The page has lost the answer to a send that succeeded.
          if (there && there.batch !== batch) return ok(null);
          await app.uploads.filter((row) => row.batch === batch).delete();
          await app.uploads.put({ ...heldRow(batch, item, file, ports.clock.now()), facts: draftFacts(item) });
          return ok(null);
        });
      }),
    cancelMedia: (mid) => inTurn(async () => ((await cancel(mid)) ? ok(null) : fail({ code: 'not-found' } as const))),
    async retryItem(mid, uploadId) {
      const row = await app.uploads.get(uploadId);
      if (row?.batch !== mid || !(await ports.retryUpload(uploadId))) return fail({ code: 'not-found' });
      return ok(null);
    },
    dropItem: (mid, uploadId) =>
      inTurn(async () => {
        const left = await chat.transaction('rw', [chat.messages, chat.threads, chat.outbox], async () => {
          const message = await messageOf(mid);
          if (!isMedia(message?.payload) || !uploadsIn(message.payload).includes(uploadId)) return 'none';
          const payload = withoutItem(message.payload, uploadId);
          if (!payload) return 'last';
          const next = { ...message, payload };
          await chat.messages.put(next);
          const thread = await chat.threads.where('tid').equals(message.tid).first();
          if (thread) await chat.threads.put(await withLastMessage(chat, thread));
          return 'more';
        });
        if (left === 'none' || (left === 'last' && !(await cancel(mid)))) return fail({ code: 'not-found' } as const);
        await ports.dropUpload(uploadId);
        await release(mid);
        return ok(null);
      }),
    mediaShown: (mid) =>
      inTurn(async () => {
        if ((await waitingOf(mid).count()) === 0) await dropAll(await batchOf(mid));
        return ok(null);
      }),
    async playedVoice(mid) {
      await chat.transaction('rw', chat.messages, async () => {
        const row = await messageOf(mid);
        if (row?.payload?.kind === 'audio' && !row.payload.played)
          await chat.messages.put({ ...row, payload: { ...row.payload, played: true } });
      });
      return ok(null);
    },
  };

  return {
    commands,
    uploads: {
      chat: {
        keep: async () => {},
        onKept: () => {},
        onBatch: (batch) =>
          void inTurn(() => release(batch)).catch((error) => console.warn('failed to release a media message', error)),
      },
    },
    upkeep: [() => inTurn(sweep)],
  };
}
