import lighthouse, { type Flags } from 'lighthouse';
import { throttling } from 'lighthouse/core/config/constants.js';
import { freePort } from '../../server/platform/prosody/ports.ts';
import { legalPath } from '../../src/legal.ts';
import { type Product, startProduct } from '../harness/browser/product.ts';
import type { Bench, Benches } from './bench.ts';
import { BEN, openBrowser, signIn } from './support/people.ts';

const WANTED = 95;
const PERCENT = 100;
/** Benchmark index of a mid-tier phone in Lighthouse's CPU benchmark, which DevTools uses to calibrate throttling. */
const MID_TIER_INDEX = 1_000;

type Page = {
  readonly name: string;
  readonly path: string;
  /** The account that is signed in; without one, the visitor is here for the first time. */
  readonly uid?: number;
};
type Phone = 'preset' | 'mid-tier';
type Seen = { readonly scores: Readonly<Record<string, number>>; readonly index: number; readonly lcpMs: number };

const LANDING: Page = { name: 'landing', path: '/onlinevideochat' };
const WALL: Page = { name: 'wall', path: '/goddess', uid: BEN };
/** A page of text without scripts: as fast as the server and the network allow. */
const LEGAL: Page = { name: 'legal page', path: legalPath('terms', 'en') };
/** Further public pages, and the main ones of a signed-in user; measured with Lighthouse's preset only. */
const OTHERS: readonly Page[] = [
  LEGAL,
  { name: 'login', path: '/login' },
  { name: 'user password', path: '/userpassword' },
  { name: 'download', path: '/download' },
  { name: 'conversations', path: '/message', uid: BEN },
  { name: 'settings', path: '/settings', uid: BEN },
  { name: 'own page', path: '/personalhome', uid: BEN },
];

let product: Product | undefined;
let machineIndex: number | undefined;

/** A visit on simulated slow 4G, with a processor `slowdown` times slower than this one. */
async function visit({ path, uid }: Page, onlyCategories: string[], slowdown: number): Promise<Seen> {
  product ??= await startProduct();
  const port = await freePort();
  const args = [`--remote-debugging-port=${port}`];
  const browser = await openBrowser(product, { args, isFirstVisit: uid === undefined });
  try {
    if (uid !== undefined) await signIn(browser, uid);
    // The session is in the browser's storage, which must not be reset before the visit.
    const flags: Flags = { port, disableStorageReset: true, logLevel: 'error', onlyCategories };
    flags.throttling = { ...throttling.mobileSlow4G, cpuSlowdownMultiplier: slowdown };
    const run = await lighthouse(`${product.url}${path}`, flags);
    if (!run) throw new Error('Lighthouse says nothing');
    const { categories, audits, environment } = run.lhr;
    for (const audit of Object.values(audits)) {
      if (audit.score !== null && audit.score < 1 && audit.scoreDisplayMode === 'binary')
        console.log(`  ${path}: ${audit.id}: ${audit.title}`);
    }
    const scores = Object.entries(categories).map(([name, { score }]) => [name, Math.round((score ?? 0) * PERCENT)]);
    return {
      scores: Object.fromEntries(scores),
      index: environment.benchmarkIndex,
      lcpMs: audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
    };
  } finally {
    await browser.context.close();
  }
}

/** Lighthouse's preset slows the processor by four on any machine, so a slow machine simulates a slower phone. */
async function slowdownOf(phone: Phone, page: Page): Promise<number> {
  if (phone === 'preset') return throttling.mobileSlow4G.cpuSlowdownMultiplier;
  machineIndex ??= (await visit(page, ['performance'], 1)).index;
  return Math.max(1, machineIndex / MID_TIER_INDEX);
}

// In every bench lower is better, so this is the distance from 100.
const performance = (page: Page, phone: Phone): Bench => ({
  name: `Lighthouse, ${page.name}, performance (${phone}): short of 100`,
  unit: 'count',
  aim: PERCENT - WANTED,
  runs: 3,
  async run() {
    const { scores } = await visit(page, ['performance'], await slowdownOf(phone, page));
    return PERCENT - (scores['performance'] ?? 0);
  },
});

const rules = (page: Page, category: string): Bench => ({
  name: `Lighthouse, ${page.name}, ${category}: short of 100`,
  unit: 'count',
  aim: PERCENT - WANTED,
  runs: 1,
  run: async () => PERCENT - ((await visit(page, [category], 1)).scores[category] ?? 0),
});

const largestPaint = ({ name, ...page }: Page, limits: Pick<Bench, 'floor'>): Bench => ({
  name: `Lighthouse, ${name}: largest contentful paint`,
  unit: 'ms',
  ...limits,
  runs: 3,
  run: async () => (await visit({ name, ...page }, ['performance'], await slowdownOf('preset', LANDING))).lcpMs,
});

const legalPaint = largestPaint(LEGAL, {});

export const benches: Benches = [
  ...[LANDING, WALL].flatMap((page) => [
    performance(page, 'mid-tier'),
    performance(page, 'preset'),
    rules(page, 'accessibility'),
    rules(page, 'best-practices'),
  ]),
  ...OTHERS.flatMap((page) => [performance(page, 'preset'), rules(page, 'accessibility')]),
  legalPaint,
  largestPaint(LANDING, { floor: legalPaint.name }),
  largestPaint({ name: 'login', path: '/login' }, { floor: legalPaint.name }),
];

export const close = async (): Promise<void> => {
  await product?.stop();
};
