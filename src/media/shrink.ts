import { type AppError, fail, ok, type Result } from '#contract/result.ts';
import { checkMissingScript, isOutdated } from '../core/new-build.ts';
import { trustedScriptUrl } from '../core/trusted-url.ts';
import type { Turn } from './fitted.ts';
import type { ShrinkAnswer, ShrinkAsk } from './shrink.worker.ts';
import shrinkUrl from './shrink.worker.ts?worker&url';

/** A picture ready for upload, as made by a `Shrinker`, with its size in px. */
export type Shrunk = { readonly blob: Blob; readonly w: number; readonly h: number };
/** Prepares pictures for upload in a worker: scales them down, rotates and re-encodes them (`shrink.worker.ts`). */
export type Shrinker = {
  shrink(file: Blob, turn: Turn): Promise<Result<Shrunk>>;
  /** Terminates the worker; pending requests fail with `cancelled`. */
  end(): void;
};

/** Creates the picture scaler, which works in its own worker so that the page stays responsive. */
export function createShrinker(): Shrinker {
  let worker: Worker | undefined;
  let requestCount = 0;
  const waiting = new Map<number, (result: Result<Shrunk>) => void>();

  function answer(id: number, result: Result<Shrunk>): void {
    waiting.get(id)?.(result);
    waiting.delete(id);
  }
  function failAll(error: AppError): void {
    for (const id of [...waiting.keys()]) answer(id, fail(error));
  }
  function start(): Worker {
    const started = new Worker(trustedScriptUrl(shrinkUrl), { type: 'module', name: 'shrink' });
    started.addEventListener('message', ({ data }: MessageEvent<ShrinkAnswer>) =>
      answer(data.id, 'failed' in data ? fail({ code: 'upload-unreadable' }) : ok(data)),
    );
    started.addEventListener('error', async (event) => {
      started.terminate();
      worker = undefined;
      // Errors of a running worker are `ErrorEvent`s; otherwise its script could not be loaded.
      const isLoaded = 'message' in event;
      if (!isLoaded) await checkMissingScript(shrinkUrl);
      failAll({ code: isLoaded ? 'upload-unreadable' : isOutdated() ? 'stale-build' : 'offline' });
    });
    return started;
  }
  return {
    shrink(file, turn) {
      worker ??= start();
      requestCount += 1;
      const id = requestCount;
      const promise = new Promise<Result<Shrunk>>((resolve) => waiting.set(id, resolve));
      worker.postMessage({ id, file, turn } satisfies ShrinkAsk);
      return promise;
    },
    end() {
      worker?.terminate();
      worker = undefined;
      failAll({ code: 'cancelled' });
    },
  };
}
