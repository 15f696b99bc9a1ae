import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright';
import { TEST_BUILDS } from '../../tools/test/test-builds.ts';
import { type Product, startProduct } from '../harness/browser/product.ts';
import { weightOf } from '../harness/browser/weights.ts';
import { findWorker } from '../harness/load/workers.ts';
import type { Benches } from './bench.ts';
import { breakdown } from './support/breakdown.ts';
import { BEN, type Browser, openBrowser, signIn } from './support/people.ts';
import { firstButton, firstHeading, firstThread, whenMarked } from './support/probe.ts';

const AIM_LANDING_KB = 110;
const AIM_ROUTE_KB = 150;
const AIM_SIGNED_IN_KB = 190;
const AIM_WORKER_KB = 80;
const PEER_KB = 385;
const GZIP_LEVEL = 9;
const BYTES = 1_000;

let product: Product | undefined;

/** Runs a first visit: nothing is cached, so every file comes from the server. */
async function visit<T>(use: (browser: Browser) => Promise<T>): Promise<T> {
  product ??= await startProduct();
  const browser = await openBrowser(product);
  try {
    return await use(browser);
  } finally {
    await browser.context.close();
  }
}

async function gzipKb(url: string): Promise<number> {
  const response = await fetch(url);
  return gzipSync(Buffer.from(await response.arrayBuffer()), { level: GZIP_LEVEL }).byteLength / BYTES;
}

/** Size of all scripts that the page had requested when `mark` was set. The core's worker is measured separately. */
async function scriptsBefore({ page, context }: Browser, mark: string): Promise<number> {
  const { sinceNavigation } = await whenMarked(page, mark);
  const urls = await scriptsOf(page, sinceNavigation);
  const worker = await findWorker(context);
  const sizes = await Promise.all(urls.filter((url) => url !== worker.url).map(gzipKb));
  return sizes.reduce((sum, size) => sum + size, 0);
}

const scriptsOf = (page: Page, before: number) =>
  page.evaluate((before) => {
    const entries = performance.getEntriesByType('resource').filter(({ startTime }) => startTime <= before);
    return [...new Set(entries.map(({ name }) => name).filter((name) => new URL(name).pathname.endsWith('.js')))];
  }, before);

/** The scripts of an open conversation. */
const CONVERSATION = ['index', 'words', 'en', 'start', 'message-log', 'open-conversation', 'tray'];
/** The script for dialogs, sheets and menus. It is loaded once, with the first of them. */
const DIALOGS = 'widgets';
/** Lazily loaded features: the script of the component, and the most that it may add in kB. */
const LAZY = [
  ['dialogs, sheets and menus, once for all', DIALOGS, 66],
  // 12 kB for the picker and 6 kB for the list of emoji.
  ['emoji picker', 'picker', 18],
  ['send sheet', 'send-sheet', 10],
  ['voice recorder', 'voice-tool', 8],
  ['clip recorder', 'clip-recorder', 8],
  ['gifts', 'gift-sheet', 14],
  ['scenes', 'scene-layer', 10],
  ['one scene', 'full', 4],
  ['stickers', 'sticker-tool', 6],
  ['viewer', 'media-viewer', 8],
  ['map', 'map-canvas', 20],
  ['trimmer', 'trim-dialog', 90],
  ['coin store', 'store-panel', 25],
] as const;

/** Size that a feature adds to an open conversation in which a dialog was already opened. */
const addedKb = (script: string) => {
  const { outDir } = TEST_BUILDS.older;
  const there = script === DIALOGS ? CONVERSATION : [...CONVERSATION, DIALOGS];
  const added = weightOf(outDir, [...there, script]) - weightOf(outDir, there);
  // The conversation itself imports the script: the row would measure nothing.
  if (added === 0) throw new Error(`${script} is not loaded on demand`);
  return added / BYTES;
};

export const benches: Benches = [
  ...LAZY.map(([what, script, aim]) => ({
    name: `JS loaded on demand: ${what} (gzip)`,
    unit: 'kB' as const,
    aim,
    runs: 1,
    run: async () => addedKb(script),
  })),
  {
    name: 'JS of the landing page (gzip)',
    unit: 'kB',
    aim: AIM_LANDING_KB,
    runs: 1,
    run: () =>
      visit(async (browser) => {
        await browser.page.goto('/');
        return scriptsBefore(browser, firstHeading);
      }),
  },
  {
    name: 'JS of the first route, signed out (gzip)',
    unit: 'kB',
    aim: AIM_ROUTE_KB,
    peer: PEER_KB,
    runs: 1,
    run: () =>
      visit(async (browser) => {
        await browser.page.goto('/message');
        return scriptsBefore(browser, firstButton);
      }),
  },
  {
    name: 'JS of the first route, signed in (gzip)',
    unit: 'kB',
    aim: AIM_SIGNED_IN_KB,
    peer: PEER_KB,
    runs: 1,
    run: () =>
      visit(async (browser) => {
        await signIn(browser, BEN);
        await browser.page.goto('/message');
        return scriptsBefore(browser, firstThread);
      }),
  },
  {
    name: "JS of the core's worker (gzip)",
    unit: 'kB',
    aim: AIM_WORKER_KB,
    runs: 1,
    run: () =>
      visit(async ({ page, context }) => {
        await page.goto('/login');
        return gzipKb((await findWorker(context)).url);
      }),
  },
];

export async function close(): Promise<void> {
  await product?.stop();
  // The breakdown needs a build of its own, so it is made only if sizes were measured.
  if (product) console.log(await breakdown());
}
