import type { CommandsOf } from '#contract/command.ts';
import { needLogin } from '#contract/errors.ts';
import type { mediaCommands } from '#contract/media/commands.ts';
import type { UploadPurpose } from '#contract/media/media.ts';
import { type AppError, fail, ok } from '#contract/result.ts';
import { createDrain } from '../base/drain.ts';
import type { CorePart } from '../base/part.ts';
import { isTokenRefused } from '../base/session-row.ts';
import type { AppDb, SessionRow, UploadRow } from '../db/schema.ts';
import type { Sending, sendFile, Uploaded } from './send-file.ts';

export type UploadPorts = {
  readonly app: AppDb;
  readonly session: () => Promise<SessionRow | undefined>;
  readonly send: typeof sendFile;
  readonly uploadUrl: string;
  readonly now: () => number;
  /** The file has arrived: it goes into the own profile. Runs inside a transaction over uploads, state and apiQueue. */
  readonly keep: (purpose: UploadPurpose, uploaded: Uploaded) => Promise<void>;
  /** What `keep` wrote is durable. */
  readonly onKept: () => void;
  /** The file waits for a login, which kicks. */
  readonly onTokenRefused: (token: string) => Promise<void>;
};

type MediaCommands = CommandsOf<typeof mediaCommands>;
export type Uploader = CorePart<MediaCommands> & {
  /** Starts sending: there is a file to send, or uploads are allowed again. */
  kick(): void;
};

/** Temporary failures: the file is kept and sent again. */
const PASSING = new Set(['offline', 'timeout', 'server-error', 'rate-limited']);
const AGAIN_AFTER_MS = 5_000;
/** Interval between progress updates of a row, ms. */
const PROGRESS_MS = 120;
const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
};

/** Sends kept files to the upload host, one at a time, in the order they came; they outlive a closed app. */
export function createUploader(ports: UploadPorts): Uploader {
  const { app } = ports;
  let running: { readonly id: string; readonly cancel: AbortController } | undefined;
  let stopped = false;
  /** A refused token is not tried again: with a file of up to 50 MB that would cost too much. */
  let refusedToken = '';

  async function next(): Promise<UploadRow | undefined> {
    const rows = await app.uploads.orderBy('queuedAt').toArray();
    return rows.find(({ state, file }) => file !== undefined && (state === 'waiting' || state === 'sending'));
  }

  /** How long to wait with what is left; undefined where nothing is. */
  async function run(): Promise<number | undefined> {
    for (;;) {
      const session = await ports.session();
      const mayAsk = !stopped && session?.status === 'active' && session.vcToken !== refusedToken;
      const row = mayAsk ? await next() : undefined;
      if (!mayAsk || !row?.file) return undefined;
      const cancel = new AbortController();
      running = { id: row.id, cancel };
      await app.uploads.update(row.id, { state: 'sending', sentBytes: 0 });
      const result = await ports.send(sendingOf(row, row.file, session.vcToken, cancel.signal));
      if (result.ok) {
        await arrived(row, result.value);
      } else if (isTokenRefused(result.error)) {
        refusedToken = session.vcToken;
        await app.uploads.update(row.id, { state: 'waiting', sentBytes: 0 });
        await ports.onTokenRefused(session.vcToken);
      } else if (PASSING.has(result.error.code)) {
        await app.uploads.update(row.id, { state: 'waiting', sentBytes: 0 });
        return againAfter(result.error);
      } else if (result.error.code !== 'cancelled') {
        await app.uploads.update(row.id, { state: 'error', error: result.error.code, file: undefined });
      }
    }
  }

  async function arrived(row: UploadRow, uploaded: Uploaded): Promise<void> {
    const done = { state: 'done', file: undefined, sentBytes: row.totalBytes, ...uploaded } as const;
    await app.transaction('rw', [app.uploads, app.state, app.apiQueue], async () => {
      // The upload was dropped meanwhile: the file is not used.
      if ((await app.uploads.update(row.id, done)) > 0) await ports.keep(row.purpose, uploaded);
    });
    ports.onKept();
  }

  function sendingOf(row: UploadRow, file: Blob, token: string, signal: AbortSignal): Sending {
    let toldAt = 0;
    return {
      url: ports.uploadUrl,
      token,
      // 32 random hex characters and the extension (product 5.5).
      filename: `${crypto.randomUUID().replaceAll('-', '')}.${EXTENSIONS[file.type] ?? 'bin'}`,
      file,
      signal,
      onProgress(sentBytes) {
        if (ports.now() - toldAt < PROGRESS_MS) return;
        toldAt = ports.now();
        void app.uploads.update(row.id, { sentBytes: Math.min(sentBytes, row.totalBytes) });
      },
    };
  }

  const drain = createDrain(run);

  const commands: MediaCommands = {
    async upload(id, purpose, file) {
      // The guard of the commands accepts nothing else.
      const blob: Blob = file as unknown as Blob;
      if (blob.size === 0) return fail({ code: 'upload-unreadable' });
      const fresh = {
        state: 'waiting',
        sentBytes: 0,
        totalBytes: blob.size,
        url: '',
        thumbUrl: '',
        error: '',
      } as const;
      const kept = await app.transaction('rw', [app.uploads, app.state], async () => {
        if (!(await ports.session())) return false;
        // Asked twice under one id: one upload.
        if (!(await app.uploads.get(id)))
          await app.uploads.add({ id, purpose, file: blob, queuedAt: ports.now(), ...fresh });
        return true;
      });
      if (!kept) return fail(needLogin);
      drain.kick();
      return ok(null);
    },
    async dropUpload(id) {
      await app.uploads.delete(id);
      if (running?.id === id) running.cancel.abort();
      return ok(null);
    },
  };
  const cancel = () => running?.cancel.abort();
  return {
    commands,
    kick: drain.kick,
    onSignedIn: drain.kick,
    onWake(why) {
      if (why !== 'visible') drain.kick();
    },
    /** Cancels the upload under way. */
    onSigningOut: cancel,
    /** Another core sends what is left. */
    onStepDown(): void {
      stopped = true;
      drain.stop();
      cancel();
    },
  };
}

/** Returns the ms until the server has room again; before that the whole file would be sent in vain. */
const againAfter = (error: AppError): number =>
  error.code === 'rate-limited' ? Math.max(AGAIN_AFTER_MS, error.retryAfterMs) : AGAIN_AFTER_MS;
