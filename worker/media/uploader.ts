import type { CommandsOf } from '#contract/command.ts';
import { needLogin } from '#contract/errors.ts';
import type { mediaCommands } from '#contract/media/commands.ts';
import { mediaPurposeOf } from '#contract/media/media.ts';
import { type AppError, fail, ok } from '#contract/result.ts';
import { createDrain } from '../base/drain.ts';
import type { CorePart } from '../base/part.ts';
import { isTokenRefused } from '../base/session-row.ts';
import type { Uploaded, UploadOwner, UploadOwners } from '../base/upload-owner.ts';
import type { AppDb, SessionRow, UploadRow } from '../db/schema.ts';
import { storableFile } from '../db/storable-file.ts';
import { newUploadName } from '../db/upload-name.ts';
import type { sendFile } from './send-file.ts';
import type { Sending } from './sending.ts';

/** The dependencies of the uploader. */
export type UploadPorts = {
  readonly app: AppDb;
  readonly session: () => Promise<SessionRow | undefined>;
  readonly send: typeof sendFile;
  readonly uploadUrl: string;
  readonly now: () => number;
  /** An upload is done, and the change made by its owner is committed. */
  readonly onArrived: () => void;
  /** Renews the cookie for private media when it is missing or old. */
  readonly renewPass: () => void;
  /** Called when the token was rejected. The file then waits for a login, which starts the queue. */
  readonly onTokenRefused: (token: string) => Promise<void>;
};

type MediaCommands = CommandsOf<typeof mediaCommands>;
/** The core part that uploads queued files. */
export type Uploader = CorePart<MediaCommands> & {
  /** Registers the owners of purposes; the core passes those of each part. Throws if a purpose has one already. */
  register(owners: UploadOwners): void;
  /** Starts sending when there is a file to send or uploads are allowed again. */
  kick(): void;
  /** Returns whether a file is being uploaded. */
  isBusy(): boolean;
};

/** Temporary failures: the file stays queued and is retried. */
const PASSING = new Set(['offline', 'timeout', 'server-error', 'rate-limited']);
/**
 * Number of concurrent uploads. At most one of them is a clip: clips are large, and the server processes one per
 * account at a time.
 */
const LANES = 2;
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;
/** Interval between progress updates of a row, ms. */
const PROGRESS_MS = 120;

type Sendable = UploadRow & { readonly file: Blob };
type Underway = { readonly cancel: AbortController; readonly isClip: boolean };

const isClip = ({ file }: Sendable) => file.type.startsWith('video/');
const isToSend = (row: UploadRow): row is Sendable =>
  row.file !== undefined && (row.state === 'waiting' || row.state === 'sending');

/**
 * Creates the uploader of queued files: at most LANES at a time, the oldest first, but one clip at a time. Files are persistent, so uploads
 * survive a closed app.
 */
export function createUploader(ports: UploadPorts): Uploader {
  const { app } = ports;
  const owners = new Map<string, UploadOwner>();
  const underway = new Map<string, Underway>();
  /** Temporarily failed uploads: number of consecutive failures, and the time of the next attempt. */
  const failures = new Map<string, { readonly count: number; readonly againAt: number }>();
  let stopped = false;
  /** The last rejected token: uploading up to 50 MB with it again would be wasteful. */
  let refusedToken = '';

  /** Returns the next file to send, or the ms after which to check again. Undefined when nothing is left for this lane. */
  function choose(rows: readonly UploadRow[]): Sendable | number | undefined {
    const isClipUnderway = [...underway.values()].some((upload) => upload.isClip);
    const left = rows.filter(isToSend).filter((row) => !underway.has(row.id) && !(isClipUnderway && isClip(row)));
    const now = ports.now();
    const waitOf = ({ id }: UploadRow) => Math.max(0, (failures.get(id)?.againAt ?? 0) - now);
    return left.find((row) => waitOf(row) === 0) ?? (left.length > 0 ? Math.min(...left.map(waitOf)) : undefined);
  }

  /** Runs one lane. Resolves to the ms to wait before the remaining files; undefined when none is left. */
  async function run(): Promise<number | undefined> {
    for (;;) {
      const [session, rows] = await Promise.all([ports.session(), app.uploads.orderBy('queuedAt').toArray()]);
      const mayAsk = !stopped && session?.status === 'active' && session.vcToken !== refusedToken;
      // No await between here and `underway.set`, so that the other lane does not choose the same row.
      if (!mayAsk) return undefined;
      const next = choose(rows);
      if (next === undefined || typeof next === 'number') return next;
      const cancel = new AbortController();
      underway.set(next.id, { cancel, isClip: isClip(next) });
      try {
        await sendOne(next, session.vcToken, cancel.signal);
      } finally {
        underway.delete(next.id);
      }
    }
  }

  async function sendOne(row: Sendable, token: string, signal: AbortSignal): Promise<void> {
    await app.uploads.update(row.id, { state: 'sending', sentBytes: 0 });
    // The upload was deleted, or all were aborted, during the write.
    if (signal.aborted) return;
    const result = await ports.send(sendingOf(row, token, signal));
    if (result.ok) {
      await arrived(row, result.value);
    } else if (isTokenRefused(result.error)) {
      refusedToken = token;
      await app.uploads.update(row.id, { state: 'waiting', sentBytes: 0 });
      await ports.onTokenRefused(token);
    } else if (PASSING.has(result.error.code)) {
      const count = (failures.get(row.id)?.count ?? 0) + 1;
      failures.set(row.id, { count, againAt: ports.now() + againAfter(result.error, count) });
      await app.uploads.update(row.id, { state: 'waiting', sentBytes: 0 });
    } else if (result.error.code !== 'cancelled') {
      await app.uploads.update(row.id, { state: 'error', error: result.error.code });
    }
  }

  async function arrived(row: UploadRow, uploaded: Uploaded): Promise<void> {
    // A message's bubble shows the local file until it has rendered the uploaded one.
    const dropped = row.batch === undefined ? { file: undefined } : {};
    const done = { state: 'done', ...dropped, sentBytes: row.totalBytes, ...uploaded } as const;
    const owner = owners.get(row.purpose);
    failures.delete(row.id);
    await app.transaction('rw', [app.uploads, app.state, app.apiQueue], async () => {
      // The upload was deleted meanwhile, so its file is not used.
      if ((await app.uploads.update(row.id, done)) > 0) await owner?.keep(uploaded);
    });
    owner?.onKept();
    ports.onArrived();
    if (row.batch !== undefined) await tellBatch(row.batch, owner);
  }

  /** Notifies the owner when the last file of a batch is uploaded. */
  async function tellBatch(batch: string, owner: UploadOwner | undefined): Promise<void> {
    const left = await app.uploads.filter((upload) => upload.batch === batch && upload.state !== 'done').count();
    if (left === 0) owner?.onBatch?.(batch);
  }

  /** Notifies the owners of completed batches whose core was terminated before it could. */
  async function tellBatchesLeft(): Promise<void> {
    const rows = await app.uploads.filter(({ batch }) => batch !== undefined).toArray();
    for (const [batch, purpose] of new Map(rows.map((row) => [row.batch ?? '', row.purpose] as const)))
      await tellBatch(batch, owners.get(purpose));
  }

  function sendingOf(row: Sendable, token: string, signal: AbortSignal): Sending {
    let reportedAt = 0;
    return {
      url: ports.uploadUrl,
      token,
      filename: row.name,
      purpose: mediaPurposeOf(row.purpose),
      file: row.file,
      signal,
      onProgress(sentBytes) {
        if (ports.now() - reportedAt < PROGRESS_MS) return;
        reportedAt = ports.now();
        app.uploads.update(row.id, { sentBytes: Math.min(sentBytes, row.totalBytes) }).catch(() => {});
      },
    };
  }

  const lanes = Array.from({ length: LANES }, () => createDrain(run));
  const kick = () => {
    for (const lane of lanes) lane.kick();
  };
  /** Sends temporarily failed uploads again at once, because the cause may be gone. */
  const kickAll = () => {
    failures.clear();
    kick();
  };

  const commands: MediaCommands = {
    async upload(id, purpose, file) {
      // The command guard has checked that the file is a Blob.
      const blob: Blob = file as unknown as Blob;
      if (blob.size === 0) return fail({ code: 'upload-unreadable' });
      const stored = await storableFile(app, blob);
      if (!stored) return fail({ code: 'upload-gone' });
      const fresh = {
        name: newUploadName(blob),
        state: 'waiting',
        sentBytes: 0,
        totalBytes: blob.size,
        url: '',
        thumbUrl: '',
        error: '',
      } as const;
      const isStored = await app.transaction('rw', [app.uploads, app.state], async () => {
        if (!(await ports.session())) return false;
        // A repeated command with the same id adds no second upload.
        if (!(await app.uploads.get(id)))
          await app.uploads.add({ id, purpose, file: stored, queuedAt: ports.now(), ...fresh });
        return true;
      });
      if (!isStored) return fail(needLogin);
      kick();
      return ok(null);
    },
    async retryUpload(id) {
      const isThere = await app.transaction('rw', app.uploads, async () => {
        const row = await app.uploads.get(id);
        if (row?.state !== 'error' || row.file === undefined) return false;
        await app.uploads.update(id, { state: 'waiting', error: '', sentBytes: 0 });
        return true;
      });
      if (!isThere) return fail({ code: 'not-found' });
      kick();
      return ok(null);
    },
    async dropUpload(id) {
      await app.uploads.delete(id);
      failures.delete(id);
      underway.get(id)?.cancel.abort();
      return ok(null);
    },
  };
  const cancelAll = () => {
    for (const { cancel } of underway.values()) cancel.abort();
  };
  return {
    commands,
    kick,
    isBusy: () => underway.size > 0,
    register(added) {
      for (const [purpose, owner] of Object.entries(added)) {
        if (owners.has(purpose)) throw new TypeError(`two parts upload ${purpose}`);
        owners.set(purpose, owner);
      }
    },
    async onSignedIn() {
      kickAll();
      ports.renewPass();
      await tellBatchesLeft();
    },
    onWake(why) {
      if (why === 'visible') return;
      kickAll();
      ports.renewPass();
    },
    /** Aborts running uploads. */
    onSigningOut: cancelAll,
    /** Stops the lanes; another core sends the remaining files. */
    onStepDown(): void {
      stopped = true;
      for (const lane of lanes) lane.stop();
      cancelAll();
    },
  };
}

/** Returns the ms until the next attempt: 1, 2, 4 .. 60 s, and at least the server's `Retry-After`. */
function againAfter(error: AppError, count: number): number {
  const backoff = Math.min(FIRST_RETRY_MS * 2 ** (count - 1), MAX_RETRY_MS);
  return error.code === 'rate-limited' ? Math.max(backoff, error.retryAfterMs) : backoff;
}
