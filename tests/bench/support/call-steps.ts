import type { BrowserContext } from 'playwright';
import * as v from 'valibot';
import { medianOf } from '../../../tools/test/bench-report.ts';
import { evaluateInWorker, findWorker } from '../../harness/load/workers.ts';
import type { Browser } from './people.ts';

/** An event before the first frame, in ms of wall-clock time or since the press. */
export type Step = { readonly name: string; readonly at: number };

const recorded = v.array(v.object({ name: v.string(), at: v.number() }));

/**
 * Runs in the worker: records the stanzas of a call when they are sent or received. Received frames are recorded in the getter of
 * `MessageEvent.data`, which every listener calls.
 */
function record(): void {
  const scope = globalThis as { steps?: { name: string; at: number }[] };
  const isFirst = scope.steps === undefined;
  scope.steps = [];
  if (!isFirst) return;
  const note = (how: string, frame: unknown) => {
    if (typeof frame !== 'string') return;
    const isAction = frame.includes('urn:gemcall:hub:1');
    if (!isAction && !frame.includes('<call ')) return;
    const action = isAction ? (/<action [^>]*name=["'](\w+)/.exec(frame)?.[1] ?? 'refusal') : 'invitation';
    const what = /type&quot;:&quot;(offer|answer)|type":"(offer|answer)/.exec(frame);
    const name = action === 'WebRTCContent' ? (what?.[1] ?? what?.[2] ?? '') : action;
    const isAnswer = frame.includes('result');
    if (name !== '' && !(how === 'gets' && isAnswer && action === 'WebRTCContent'))
      scope.steps?.push({ name: `${how} ${name}`, at: performance.timeOrigin + performance.now() });
  };
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (this: WebSocket, frame) {
    note('sends', frame);
    send.call(this, frame);
  };
  const data = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'data');
  const seen = new WeakSet<object>();
  Object.defineProperty(MessageEvent.prototype, 'data', {
    ...data,
    get(this: MessageEvent) {
      const value = data?.get?.call(this);
      if (!seen.has(this)) note('gets', value);
      seen.add(this);
      return value;
    },
  });
}

/** Starts a new recording for a call. */
export async function recordSteps(context: BrowserContext): Promise<void> {
  await evaluateInWorker(context, await findWorker(context), `(${record})()`);
}

/** Events that the worker and the page of one side recorded, the first of each name. */
export async function readSteps({ context, page }: Browser, side: string, marks: readonly string[]): Promise<Step[]> {
  const worker = await findWorker(context);
  const stanzas = v.parse(recorded, await evaluateInWorker(context, worker, 'globalThis.steps'));
  const inPage = await page.evaluate(
    (names) =>
      performance
        .getEntriesByType('mark')
        .filter(({ name }) => names.includes(name))
        .map(({ name, startTime }) => ({ name, at: performance.timeOrigin + startTime })),
    [...marks],
  );
  const firsts = new Map<string, number>();
  for (const { name, at } of [...stanzas, ...inPage]) firsts.set(name, Math.min(firsts.get(name) ?? Infinity, at));
  return [...firsts].map(([name, at]) => ({ name: `${side} ${name}`, at }));
}

/** Medians of all runs, in chronological order. */
export function tableOfSteps(runs: readonly (readonly Step[])[]): string {
  const all = Map.groupBy(runs.flat(), ({ name }) => name);
  return [...all]
    .map(([name, steps]) => ({ name, at: medianOf(steps.map(({ at }) => at)) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ name, at }) => `${at.toFixed(0).padStart(6)}  ${name}`)
    .join('\n');
}
