import { fork } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { MediaPurpose } from '../../../../contract/media/media.ts';
import { fail, ok, type Result } from '../../../../contract/result.ts';
import { isFile } from '../folder.ts';
import { type Prepared, preparePicture } from '../picture.ts';
import type { ClipType, SoundType } from '../types.ts';
import { unreadable } from './refused.ts';
import type { ClipOutcome, ClipTask } from './task.ts';

const PROCESS = fileURLToPath(new URL('./process.ts', import.meta.url));
/** Time limit for the processing of one clip, with the second attempt. A minute of full HD takes some 40 s on a slow core. */
const LONGEST_WORK_MS = 180_000;
const HEAP_MB = 512;

/** A processed clip in the temporary folder, with its poster, ready to be checked and stored. */
export type PreparedClip = Prepared & {
  readonly kind: 'clip';
  readonly ms: number;
  readonly poster: Prepared;
  /** Paths of later frames, for the content check. */
  readonly frames: readonly string[];
};
/** A processed audio file in the temporary folder, with its waveform, ready to be stored. */
export type PreparedSound = Prepared & { readonly kind: 'sound'; readonly ms: number; readonly wave: string };
type ClipFiles = { readonly from: string; readonly to: string; readonly poster: string };
type ClipWork = {
  readonly type: ClipType | SoundType;
  readonly files: ClipFiles;
  readonly newPath: () => string;
  readonly purpose: MediaPurpose;
  readonly gone: AbortSignal;
};

/**
 * Decodes a clip and encodes it again as MP4 (H.264, AAC) with a poster picture; audio alone, when it is for a message, as M4A. The
 * decoders are native code that reads untrusted bytes, so they run in a separate process with low priority, no secrets in its
 * environment, and a time limit. When it crashes, it runs a second time with `careful`, which converts every frame, because the native
 * encoder is known to crash on some formats; when that crashes too, only this upload is refused. When the uploader disconnects, the process
 * is killed.
 */
export async function prepareClip(work: ClipWork): Promise<Result<PreparedClip | PreparedSound>> {
  const { type, files, newPath, purpose, gone } = work;
  const { from, to, poster } = files;
  const frame = newPath();
  const later = purpose === 'chat' ? [newPath(), newPath()] : [];
  const task = { type, from, to, poster: frame, frames: later, takesSound: purpose === 'chat' };
  const until = Date.now() + LONGEST_WORK_MS;
  const outcome = await withFallback((careful) => inOwnProcess({ ...task, careful }, gone, until - Date.now()));
  if (!outcome.ok) return outcome;
  const { size: bytes } = await stat(to);
  if (outcome.value.kind === 'sound')
    return ok({ ...outcome.value, width: 0, height: 0, bytes, blur: '', lockBlur: '' });
  const picture = await preparePicture(frame, poster, purpose);
  if (!picture.ok) return picture;
  const { blur, lockBlur } = picture.value;
  // A short clip may have no later frames.
  const found = await Promise.all(later.map(async (path) => ((await isFile(path)) ? [path] : [])));
  return ok({ ...outcome.value, bytes, blur, lockBlur, poster: picture.value, frames: found.flat() });
}

/** Runs the clip process; when it crashes, runs it a second time with `careful`. When that crashes too, the clip is unreadable. */
export async function withFallback(run: (careful: boolean) => Promise<ClipOutcome | 'crashed'>): Promise<ClipOutcome> {
  const first = await run(false);
  const outcome = first === 'crashed' ? await run(true) : first;
  return outcome === 'crashed' ? fail(unreadable) : outcome;
}

/**
 * Runs the clip process; resolves with its outcome, with `unreadable` when it was killed (time limit, or the uploader disconnected), and
 * with 'crashed' when it ended by itself without an outcome, such as by a signal in native code.
 */
function inOwnProcess(task: ClipTask, gone: AbortSignal, patienceMs: number): Promise<ClipOutcome | 'crashed'> {
  if (gone.aborted) return Promise.resolve(fail(unreadable));
  return new Promise((done) => {
    const child = fork(PROCESS, [JSON.stringify(task)], {
      env: {},
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    if (child.pid !== undefined) lowerPriority(child.pid);
    const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
    const stop = () => child.kill('SIGKILL');
    gone.addEventListener('abort', stop, { once: true });
    let outcome: ClipOutcome | undefined;
    child.once('message', (message) => {
      outcome = message as ClipOutcome;
    });
    child.on('error', () => child.kill('SIGKILL'));
    child.once('close', () => {
      clearTimeout(timer);
      gone.removeEventListener('abort', stop);
      done(outcome ?? (child.killed ? fail(unreadable) : 'crashed'));
    });
  });
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // The clip process has ended, or the platform has no priorities; then it runs with the normal priority.
  }
}
