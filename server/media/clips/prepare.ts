import { fork } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { fail, ok, type Result } from '../../../contract/result.ts';
import { type Prepared, preparePicture } from '../picture.ts';
import type { ClipType } from '../types.ts';
import type { ClipOutcome, ClipTask } from './task.ts';

const PROCESS = fileURLToPath(new URL('./process.ts', import.meta.url));
/** A minute of full HD takes some 40 s on one slow core. */
const LONGEST_WORK_MS = 180_000;
const HEAP_MB = 512;

type PreparedClip = Prepared & { readonly poster: Prepared };
type ClipFiles = { readonly from: string; readonly to: string; readonly poster: string };

/**
 * Decodes a clip and encodes it again as MP4 (H.264, AAC), with a picture from it. The decoders are native code that
 * reads
 * untrusted bytes, so they run in a process of their own: low priority, no secrets in its environment, a limited time.
 * When it crashes, only this upload is refused; when its
 * sender disconnects, it is ended.
 */
export async function prepareClip(
  type: ClipType,
  { from, to, poster }: ClipFiles,
  newPath: () => string,
  gone: AbortSignal,
): Promise<Result<PreparedClip>> {
  const frame = newPath();
  const outcome = await inOwnProcess({ type, from, to, poster: frame }, gone);
  if (!outcome.ok) return outcome;
  const picture = await preparePicture(frame, poster);
  if (!picture.ok) return picture;
  const { size: bytes } = await stat(to);
  return ok({ ...outcome.value, bytes, blur: picture.value.blur, poster: picture.value });
}

function inOwnProcess(task: ClipTask, gone: AbortSignal): Promise<ClipOutcome> {
  return new Promise((done) => {
    const child = fork(PROCESS, [JSON.stringify(task)], {
      env: {},
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    if (child.pid !== undefined) lowerPriority(child.pid);
    const timer = setTimeout(() => child.kill('SIGKILL'), LONGEST_WORK_MS);
    const stop = () => child.kill('SIGKILL');
    gone.addEventListener('abort', stop, { once: true });
    let outcome: ClipOutcome = fail({ code: 'upload-unreadable' });
    child.once('message', (message) => {
      outcome = message as ClipOutcome;
    });
    child.on('error', () => child.kill('SIGKILL'));
    child.once('close', () => {
      clearTimeout(timer);
      gone.removeEventListener('abort', stop);
      done(outcome);
    });
  });
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended already, or the platform has no priorities: it then only slows the others down.
  }
}
