import { CHAT_MEDIA_CACHE, PICTURE_CACHE } from '#contract/media/private.ts';
import { STORAGE_NEWS_CHANNEL, type StorageNews } from '#contract/storage-news.ts';
import { type Schedule, startTimer } from '../base/drain.ts';
import { isStorageFailure, isStorageFull } from '../db/reads/storage-failure.ts';
import { retryPause } from '../db/reopen.ts';
import type { AppDb, ChatDb, NoticeDb } from '../db/schema.ts';

/** Size of the row that a probe writes, characters: a nearly full device accepts a smaller one and still refuses messages. */
const PROBE_CHARS = 65_536;

/** Number of failed probes in a row from which on pages are notified: a database that is being deleted fails for a moment. */
const SHOWN_FROM = 2;

/** Frees storage by deleting cached media, which can be fetched again. Messages and queued data are never deleted. */
export async function deleteMediaCopies(): Promise<void> {
  await Promise.all([CHAT_MEDIA_CACHE, PICTURE_CACHE].map((name) => caches.delete(name)));
}

/** The databases of this device. */
export type Databases = { readonly app: AppDb; readonly chat: ChatDb; readonly notice: NoticeDb };

/** Writes to the database `app` and reads from the others; rejects when one fails. What it writes is removed in the same transaction. */
export async function probeDatabases({ app, chat, notice }: Databases): Promise<void> {
  await app.transaction('rw', app.state, async () => {
    await app.state.put({ key: 'probe', filler: 'x'.repeat(PROBE_CHARS) });
    await app.state.delete('probe');
  });
  await Promise.all([chat.sync.count(), notice.typing.count()]);
}

type Ports = {
  /** Rejects while a database fails. */
  readonly probe: () => Promise<void>;
  readonly post: (news: StorageNews) => void;
  readonly makeRoom: () => Promise<void>;
  /** The databases work again after a failure, or after one was closed: it may be a new, empty one. */
  readonly onBack: () => void;
  readonly later?: Schedule;
};

/** Watches the databases of this device for failures: notifies pages while they fail, and the core when they work again. */
export type StorageMonitor = {
  /** A request to a database failed. Errors of other kinds are ignored. */
  failed(error: unknown): void;
  /** The browser closed a database. */
  closed(): void;
  stop(): void;
};

/**
 * Creates the monitor. After a failure it probes the databases, with growing pauses, until they work; the first failed probe makes room
 * (`makeRoom`). From the second failed probe on, pages are notified after each one, because they may have opened meanwhile, and when the
 * databases work again.
 */
export function createStorageMonitor({ probe, post, makeRoom, onBack, later = startTimer }: Ports): StorageMonitor {
  /** Failed probes since the databases last worked. */
  let failures = 0;
  let isProbing = false;
  let wasClosed = false;
  let isOver = false;
  let cancelWait = () => {};

  async function probeOnce(): Promise<void> {
    isProbing = true;
    try {
      await probe();
      onWorking();
    } catch (error) {
      onFailing(error);
    }
    isProbing = false;
  }

  function onWorking(): void {
    const isBack = failures > 0 || wasClosed;
    if (failures >= SHOWN_FROM) post('works');
    failures = 0;
    wasClosed = false;
    if (isBack && !isOver) onBack();
  }

  function onFailing(error: unknown): void {
    if (isOver) return;
    if (failures === 0) makeRoom().catch(() => {});
    failures += 1;
    if (failures >= SHOWN_FROM) post(isStorageFull(error) ? 'full' : 'fails');
    cancelWait = later(retryPause(failures), () => void probeOnce());
  }

  function start(): void {
    // A probe that is running or scheduled will report the failure.
    if (!isProbing && failures === 0 && !isOver) void probeOnce();
  }

  return {
    failed(error) {
      if (isStorageFailure(error)) start();
    },
    closed() {
      wasClosed = true;
      // Dexie is still closing the database, so the probe starts in a later task.
      later(0, start);
    },
    stop() {
      isOver = true;
      cancelWait();
    },
  };
}

/** Opens the channel for storage news and returns the function by which the storage monitor posts them to all pages. */
export function openStorageNews(): (news: StorageNews) => void {
  const channel = new BroadcastChannel(STORAGE_NEWS_CHANNEL);
  return (news) => channel.postMessage(news);
}
