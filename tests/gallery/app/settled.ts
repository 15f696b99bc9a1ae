import { clockPace } from './clock.ts';

let giveUpMs = 15_000;
/** However slow the machine, a browser that does anything at all has done it by then. */
const STEP_WITHIN_MS = 60_000;

/** How long a screen may take to come to rest: less where one is expected not to. */
export function giveUpAfter(ms: number): void {
  giveUpMs = ms;
}

/** Reads and writes of the databases that are on their way. */
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

/** What was put off for a moment. Later than that is meant to come later, as the end of a toast. */
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

/** Does now what was put off for a moment, in the order in which it was due: half of the time of a look was to wait for it. */
function hurry(): void {
  const timers = [...putOff].sort(([, a], [, b]) => a.due - b.due);
  for (const [timer, { run }] of timers) {
    // The one before may have stopped it.
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

/** A browser that draws heavy frames one after another comes to no background at all: after that time what is due has had its turn. */
const BUSY_MS = 1_000;
/** Resolves when all that is scheduled was done: it goes before the background, however slow the machine. */
async function done(): Promise<void> {
  const idle = scheduler.postTask(() => {}, { priority: 'background' });
  let over = 0;
  await Promise.race([idle, new Promise((resolve) => (over = wait(resolve, BUSY_MS)))]);
  stopWaiting(over);
}

/** Rejects where this step has no end: a test that waits says nothing. */
export function within<T>(step: string, doing: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const over = wait(() => reject(new Error(`No end of this step: ${step}`)), STEP_WITHIN_MS);
    void doing.then(resolve, reject).finally(() => stopWaiting(over));
  });
}

/** A frame, and whatever was to be done after it. */
async function frame(): Promise<void> {
  await within('a frame is drawn', new Promise(requestAnimationFrame));
  await done();
}

const isInSight = (element: Element): boolean => {
  const { top, bottom, left, right } = element.getBoundingClientRect();
  return bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
};

/** What is still on its way, in words; empty when all is there. */
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

/** Resolves when everything has been loaded, read and drawn, and nothing moves. Rejects with what does not come to an end. */
export async function settle(mayBeBusy: boolean): Promise<void> {
  const began = performance.now();
  // What was asked for is drawn in no frame: the first that is waited for already has it, and is mostly the last.
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
