import { clockPace } from './clock.ts';

let giveUpMs = 15_000;
/** Time-out of a single step, generous for slow machines. */
const STEP_WITHIN_MS = 60_000;

/** Sets how long a screen may take to settle; shorter where it is expected not to. */
export function giveUpAfter(ms: number): void {
  giveUpMs = ms;
}

/** Number of open IndexedDB transactions. */
let reading = 0;
const { transaction } = IDBDatabase.prototype;
IDBDatabase.prototype.transaction = function (...args: Parameters<typeof transaction>) {
  const begun = transaction.apply(this, args);
  reading += 1;
  const over = () => {
    reading -= 1;
  };
  for (const end of ['complete', 'abort'] as const) begun.addEventListener(end, over, { once: true });
  return begun;
};

/** Timers up to this length are run early. Longer ones are meant to come later, such as the end of a toast. */
const MOMENT_MS = 250;
type PutOff = { readonly due: number; readonly run: () => void };
const putOff = new Map<number, PutOff>();
const { setTimeout: wait, clearTimeout: stopWaiting } = window;
window.setTimeout = ((run: TimerHandler, ms = 0, ...args: unknown[]) => {
  if (typeof run !== 'function') return wait(run, ms, ...args);
  if (ms > MOMENT_MS) return wait(run, ms / clockPace(), ...args);
  const call = () => {
    putOff.delete(timer);
    run(...args);
  };
  const timer = wait(call, ms);
  putOff.set(timer, { due: performance.now() + ms, run: call });
  return timer;
}) as typeof setTimeout;
window.clearTimeout = (timer) => {
  putOff.delete(Number(timer));
  stopWaiting(timer);
};

/** Runs the short timers now, in the order in which they are due. Otherwise half of the time would be spent waiting for them. */
function hurry(): void {
  const timers = [...putOff].sort(([, a], [, b]) => a.due - b.due);
  for (const [timer, { run }] of timers) {
    // An earlier timer may have cancelled it.
    if (!putOff.has(timer)) continue;
    stopWaiting(timer);
    try {
      run();
    } catch (error) {
      reportError(error);
    }
  }
}

let changes = 0;
new MutationObserver(() => {
  changes += 1;
}).observe(document, { childList: true, subtree: true, characterData: true, attributes: true });

declare const scheduler: { postTask(run: () => void, options: { readonly priority: 'background' }): Promise<void> };

/** Upper bound for `done`: a browser that draws heavy frames continuously never reaches background priority. */
const BUSY_MS = 1_000;
/** Resolves when all scheduled tasks have run: a background task comes last, however slow the machine. */
async function done(): Promise<void> {
  const idle = scheduler.postTask(() => {}, { priority: 'background' });
  let over = 0;
  await Promise.race([idle, new Promise((resolve) => (over = wait(resolve, BUSY_MS)))]);
  stopWaiting(over);
}

/** Rejects with the name of the step if it does not end in time; a test that only waits would not say why. */
export function within<T>(step: string, doing: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const over = wait(() => reject(new Error(`No end of this step: ${step}`)), STEP_WITHIN_MS);
    void doing.then(resolve, reject).finally(() => stopWaiting(over));
  });
}

/** Waits for a frame and for the tasks after it. */
async function frame(): Promise<void> {
  await within('a frame is drawn', new Promise(requestAnimationFrame));
  await done();
}

const isInSight = (element: Element): boolean => {
  const { top, bottom, left, right } = element.getBoundingClientRect();
  return bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
};

/** Descriptions of what is still in progress; empty when the screen has settled. */
function unsettled(mayBeBusy: boolean): string[] {
  const found: string[] = [];
  if (reading > 0) found.push(`${reading} reads of the databases`);
  if (putOff.size > 0) found.push(`${putOff.size} short timers`);
  if (document.fonts.status !== 'loaded') found.push('fonts');
  for (const image of document.images) if (!image.complete && isInSight(image)) found.push(`picture ${image.src}`);
  if (!mayBeBusy) {
    for (const busy of document.querySelectorAll('[aria-busy="true"]')) found.push(busy.outerHTML.slice(0, 120));
  }
  for (const animation of document.getAnimations()) {
    const endless = animation.effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY;
    if (animation.playState === 'running' && !endless) found.push('an animation');
  }
  return found;
}

/** Resolves when everything has been loaded and drawn, and nothing moves. Rejects with what is still in progress after the time-out. */
export async function settle(mayBeBusy: boolean): Promise<void> {
  const began = performance.now();
  // Scheduled work runs first, so that one frame is mostly enough.
  await done();
  for (;;) {
    const before = changes;
    hurry();
    await frame();
    const open = unsettled(mayBeBusy);
    if (before !== changes) open.push('changes of the page');
    if (open.length === 0) return;
    if (performance.now() - began > giveUpMs) throw new Error(`The screen does not settle: ${open.join(', ')}`);
  }
}
