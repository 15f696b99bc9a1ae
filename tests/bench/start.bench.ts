import { newProfile } from '../harness/browser/browser.ts';
import { type Product, startProduct } from '../harness/browser/product.ts';
import type { Benches } from './bench.ts';
import { openFloor } from './support/floor.ts';
import { BEN, type Browser, FIRST_HOST, HOSTS, openBrowser, signIn } from './support/people.ts';
import { bubble, firstThread, longestTask, whenMarked } from './support/probe.ts';
import { newestSeeded, seed } from './support/seed.ts';
import { shared } from './support/shared-runs.ts';

const AIM_COLD_MS = 300;
const AIM_SLOW_MS = 1_500;
const AIM_RELOAD_MS = 250;
const AIM_TASK_MS = 50;
const PEER = { cold: 470, slow: 3_200, reload: 932 };
const LONG = { peer: FIRST_HOST, messages: 10_000 };
const SHORT = Array.from({ length: HOSTS - 1 }, (_, n) => ({ peer: FIRST_HOST + 1 + n, messages: 50 }));

/** Slow 4G as in the developer tools: 400 ms, 1.6 Mbit/s down, 750 kbit/s up. */
const SLOW_4G = { offline: false, latency: 400, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const SLOWER_CPU = 4;

type Home = { readonly product: Product; readonly userDataDir: string };
let home: Promise<Home> | undefined;
let bare: Promise<Home> | undefined;
const FLOOR = 'cold load of a bare list of twenty rows (floor)';
const FLOOR_SLOW = `${FLOOR}, slow 4G and CPU/4`;

/** A profile of a long-time user on disk: session, precached app, messages. */
async function settle(): Promise<Home> {
  const product = await startProduct();
  const userDataDir = newProfile();
  const browser = await openBrowser(product, { userDataDir });
  await signIn(browser, BEN);
  await seed(browser.page, [LONG, ...SHORT]);
  await browser.context.close();
  return { product, userDataDir };
}

function fresh<T>(use: (browser: Browser) => Promise<T>): Promise<T> {
  home ??= settle();
  return inNewBrowser(home, use);
}

function freshFloor<T>(use: (browser: Browser) => Promise<T>): Promise<T> {
  bare ??= openFloor();
  return inNewBrowser(bare, use);
}

async function inNewBrowser<T>(where: Promise<Home>, use: (browser: Browser) => Promise<T>): Promise<T> {
  const { product, userDataDir } = await where;
  const browser = await openBrowser(product, { userDataDir });
  try {
    return await use(browser);
  } finally {
    await browser.context.close();
  }
}

async function toThreads({ page }: Browser): Promise<number> {
  await page.goto('/message', { waitUntil: 'commit' });
  return (await whenMarked(page, firstThread)).sinceNavigation;
}

async function toThreadsSlowly(browser: Browser): Promise<number> {
  await slowly(browser);
  return toThreads(browser);
}

async function slowly({ context, page }: Browser): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_4G);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_CPU });
}

const reload = shared(() =>
  fresh(async ({ page }) => {
    const newest = bubble(newestSeeded(LONG));
    await page.goto(`/message/u_${LONG.peer}`);
    await whenMarked(page, newest);
    await page.reload({ waitUntil: 'commit' });
    const { sinceNavigation } = await whenMarked(page, newest);
    await page.waitForLoadState('networkidle');
    return { ms: sinceNavigation, task: await longestTask(page) };
  }),
);

export const benches: Benches = [
  { name: FLOOR, unit: 'ms', run: () => freshFloor(toThreads) },
  {
    name: 'cold load to the thread list',
    unit: 'ms',
    aim: AIM_COLD_MS,
    peer: PEER.cold,
    floor: FLOOR,
    run: () => fresh(toThreads),
  },
  { name: FLOOR_SLOW, unit: 'ms', run: () => freshFloor(toThreadsSlowly) },
  {
    name: 'cold load to the thread list, slow 4G and CPU/4',
    unit: 'ms',
    aim: AIM_SLOW_MS,
    peer: PEER.slow,
    floor: FLOOR_SLOW,
    run: () => fresh(toThreadsSlowly),
  },
  {
    name: 'reload to the conversation drawn, 10,000 stored',
    unit: 'ms',
    aim: AIM_RELOAD_MS,
    peer: PEER.reload,
    run: reload('ms'),
  },
  { name: 'longest task over 50 ms of that reload', unit: 'ms', aim: AIM_TASK_MS, run: reload('task') },
];

export async function close(): Promise<void> {
  await (await home)?.product.stop();
  await (await bare)?.product.stop();
}
