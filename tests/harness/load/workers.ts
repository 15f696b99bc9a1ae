import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext, CDPSession } from 'playwright';
import * as v from 'valibot';
import { profileId } from '../browser/browser.ts';
import { unwatchWorker } from '../browser/problems.ts';

/** Workers that Playwright does not list: `page.workers()` has no SharedWorker, but the DevTools protocol has (trap 10). */
export type WorkerTarget = { readonly targetId: string; readonly url: string; readonly title: string };
export type WorkerKind = 'shared_worker' | 'service_worker';

const PATIENCE_MS = 60_000;
const CHECK_MS = 20;

const reply = v.object({
  id: v.optional(v.number()),
  result: v.optional(v.looseObject({})),
  error: v.optional(v.object({ message: v.string() })),
});
const evaluated = v.object({
  result: v.object({ value: v.optional(v.unknown()) }),
  exceptionDetails: v.optional(v.looseObject({ text: v.string() })),
});
const heapUsage = v.object({ usedSize: v.number() });

async function browserSession(context: BrowserContext): Promise<CDPSession> {
  const browser = context.browser();
  if (browser === null) throw new Error('This context belongs to no browser');
  return browser.newBrowserCDPSession();
}

/** Workers of one kind in the whole profile. */
export async function workersOf(context: BrowserContext, kind: WorkerKind): Promise<WorkerTarget[]> {
  const profile = await profileId(context);
  const session = await browserSession(context);
  try {
    const { targetInfos } = await session.send('Target.getTargets');
    return targetInfos
      .filter((info) => info.type === kind && info.browserContextId === profile)
      .map(({ targetId, url, title }) => ({ targetId, url, title }));
  } finally {
    await session.detach();
  }
}

/** Waits for a worker whose URL contains `part`, other than those in `not`. */
export async function findWorker(
  context: BrowserContext,
  { kind = 'shared_worker', part = '', not = [] }: WorkerSearch = {},
): Promise<WorkerTarget> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const workers = await workersOf(context, kind);
    const found = workers.find((worker) => worker.url.includes(part) && !not.includes(worker.targetId));
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`Timed out waiting for a ${kind} ${part}`);
    await wait(CHECK_MS);
  }
}
export type WorkerSearch = { kind?: WorkerKind; part?: string; not?: readonly string[] };

/** Ends a worker abruptly. Pages receive no event (trap 11). */
export async function killWorker(context: BrowserContext, { targetId }: WorkerTarget): Promise<void> {
  await unwatchWorker(context, targetId);
  const session = await browserSession(context);
  try {
    await session.send('Target.closeTarget', { targetId });
  } finally {
    await session.detach();
  }
}

/** Evaluates an expression in a worker (promises are awaited) and returns its JSON value. */
export async function evaluateInWorker(
  context: BrowserContext,
  worker: WorkerTarget,
  expression: string,
): Promise<unknown> {
  const params = { expression, awaitPromise: true, returnByValue: true };
  const { result, exceptionDetails } = v.parse(evaluated, await askWorker(context, worker, 'Runtime.evaluate', params));
  if (exceptionDetails) throw new Error(`In the worker: ${JSON.stringify(exceptionDetails)}`);
  return result.value;
}

/** Bytes in use in a worker's heap after garbage collection. */
export async function heapOfWorker(context: BrowserContext, worker: WorkerTarget): Promise<number> {
  await askWorker(context, worker, 'HeapProfiler.collectGarbage', {});
  return v.parse(heapUsage, await askWorker(context, worker, 'Runtime.getHeapUsage', {})).usedSize;
}

/** Sends a command to a worker over the DevTools protocol. */
async function askWorker(
  context: BrowserContext,
  { targetId }: WorkerTarget,
  method: string,
  params: object,
): Promise<unknown> {
  const session = await browserSession(context);
  try {
    const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
    const answer = new Promise<unknown>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`The worker did not answer ${JSON.stringify(params)}`)),
        PATIENCE_MS,
      );
      session.on('Target.receivedMessageFromTarget', ({ message }) => {
        const parsed = v.parse(reply, JSON.parse(message));
        if (parsed.id !== 1) return;
        clearTimeout(timer);
        if (parsed.error) reject(new Error(parsed.error.message));
        else resolve(parsed.result);
      });
    });
    const message = JSON.stringify({ id: 1, method, params });
    await session.send('Target.sendMessageToTarget', { sessionId, message });
    return await answer;
  } finally {
    await session.detach();
  }
}
