import type { Page } from 'playwright';
import { type Product, startProduct } from '../harness/browser/product.ts';
import type { Benches } from './bench.ts';
import { BEN, type Browser, FIRST_HOST, openBrowser, signIn } from './support/people.ts';
import { bubble, firstThread, lastInput, whenMarked } from './support/probe.ts';
import { newestSeeded, seed } from './support/seed.ts';
import { shared } from './support/shared-runs.ts';

const AIM_OPEN_MS = 50;
const AIM_FRAME_MS = 17;
const AIM_SHIFT = 0;
const AIM_TASK_MS = 50;
const MIXED = { peer: FIRST_HOST, messages: 500 };
const WORDS = { peer: FIRST_HOST + 1, messages: 500 };
const SHIFTS_PER_UNIT = 1_000;

let opened: Promise<Browser & { product: Product }> | undefined;

/** Runs in the page: turns most texts of a seeded conversation into pictures, albums, voice messages, locations and stickers. */
async function mix(tid: string): Promise<void> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const app = await done(indexedDB.open('app'));
  const people: { avatarUrl?: string }[] = await done(app.transaction('people').objectStore('people').getAll());
  app.close();
  const known = people.map(({ avatarUrl }) => avatarUrl ?? '').filter((url) => url.startsWith('/media/'));
  const pictures = known.length > 0 ? known : ['/media/none'];
  const item = (n: number) => {
    const url = pictures[n % pictures.length] ?? '';
    return { url, thumb: url, w: 400 + ((n * 37) % 300), h: 400 + ((n * 53) % 300), blur: '' };
  };
  const wave = '0123456789abcdef'.repeat(3);
  const free = { payNeed: false, payPrice: 0, lockId: '' };
  const makers: ((n: number) => object | undefined)[] = [
    () => undefined,
    (n) => ({ kind: 'image', items: [item(n)], body: 'look', ...free }),
    (n) => ({ kind: 'audio', url: item(n).url, ms: 14_000, wave, played: false }),
    () => undefined,
    (n) => ({ kind: 'image', items: Array.from({ length: 4 }, (_, at) => item(n + at)), body: '', ...free }),
    () => ({ kind: 'location', lat: 52.52, lon: 13.4, acc: 1_000, name: 'Berlin' }),
    () => ({ kind: 'sticker', id: 'fox/hello', name: 'hello' }),
  ];
  const chat = await done(indexedDB.open('chat'));
  const transaction = chat.transaction('messages', 'readwrite');
  const store = transaction.objectStore('messages');
  const rows: { tid: string; payload: object }[] = await done(store.getAll());
  const own = rows.filter((row) => row.tid === tid);
  for (const [n, row] of own.entries()) {
    // The newest stays a text, so that both conversations have the same known last bubble.
    const payload = n < own.length - 1 ? makers[n % makers.length]?.(n) : undefined;
    if (payload) store.put({ ...row, payload });
  }
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
  chat.close();
}

async function open() {
  const product = await startProduct();
  const browser = await openBrowser(product);
  await signIn(browser, BEN);
  await seed(browser.page, [MIXED, WORDS]);
  await browser.page.evaluate(mix, `u_${MIXED.peer}`);
  return { ...browser, product };
}

/** Time from the click until the newest bubble is in the page. */
async function openThread(conversation: typeof MIXED): Promise<number> {
  opened ??= open();
  const { page } = await opened;
  await page.goto('/message');
  await whenMarked(page, firstThread);
  await page.waitForLoadState('networkidle');
  await page.locator(`a[href="/message/u_${conversation.peer}"]`).click();
  const { at } = await whenMarked(page, bubble(newestSeeded(conversation)));
  return at - (await lastInput(page, 'click'));
}

type Figures = { readonly frame: number; readonly shift: number; readonly task: number };

/** Scrolls up through the log, 60 px per frame: the 95th percentile of frame times, the layout shift, and the longest task. */
const scroll = (page: Page): Promise<Figures> =>
  page.evaluate(async () => {
    const [FRAMES, STEP_PX] = [240, 60];
    const log = document.querySelector<HTMLElement>('[role="log"]');
    if (!log) throw new Error('no log');
    let shift = 0;
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shift += (entry as unknown as { value: number }).value;
    });
    observer.observe({ type: 'layout-shift' });
    let task = 0;
    const tasks = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) task = Math.max(task, duration);
    });
    tasks.observe({ type: 'longtask' });
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
    const times: number[] = [];
    let last = await frame();
    for (let n = 0; n < FRAMES; n += 1) {
      log.scrollTop -= STEP_PX;
      const now = await frame();
      times.push(now - last);
      last = now;
    }
    observer.disconnect();
    tasks.disconnect();
    times.sort((a, b) => a - b);
    return { frame: times[Math.floor(times.length * 0.95)] ?? Number.NaN, shift, task };
  });

const figures = shared(async () => {
  await openThread(MIXED);
  const { page } = await (opened ?? open());
  await page.waitForLoadState('networkidle');
  return scroll(page);
});

const shiftOf = figures('shift');
const taskOf = figures('task');

export const benches: Benches = [
  {
    name: 'opening a thread of 500 mixed messages',
    unit: 'ms',
    aim: AIM_OPEN_MS,
    floor: 'opening a thread of 500 texts',
    run: () => openThread(MIXED),
  },
  { name: 'opening a thread of 500 texts', unit: 'ms', aim: AIM_OPEN_MS, run: () => openThread(WORDS) },
  { name: 'scrolling 500 mixed messages: 95th frame', unit: 'ms', aim: AIM_FRAME_MS, run: figures('frame') },
  {
    name: 'scrolling 500 mixed messages: layout shift, thousandths',
    unit: 'count',
    aim: AIM_SHIFT,
    run: async () => (await shiftOf()) * SHIFTS_PER_UNIT,
  },
  {
    // The browser reports only tasks longer than the aim.
    name: 'scrolling 500 mixed messages: longest task above 50 ms',
    unit: 'ms',
    aim: AIM_TASK_MS,
    run: taskOf,
  },
];

export async function close(): Promise<void> {
  const all = await opened;
  await all?.context.close();
  await all?.product.stop();
}
