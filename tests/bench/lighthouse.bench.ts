import lighthouse, { type Flags } from 'lighthouse';
import { freePort } from '../../server/prosody/ports.ts';
import { type Product, startProduct } from '../harness/product.ts';
import type { Benches } from './bench.ts';
import { BEN, type Browser, openBrowser, signIn } from './support/people.ts';

const WANTED = 95;
const PERCENT = 100;
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;
type Category = (typeof CATEGORIES)[number];
type Scores = Readonly<Record<Category, number>>;

let product: Product | undefined;
let scored: { readonly landing: Scores; readonly wall: Scores } | undefined;

/** As Lighthouse sees a phone: slow 4G and a processor four times slower, simulated. */
async function score(path: string, enter: (browser: Browser) => Promise<void>): Promise<Scores> {
  product ??= await startProduct();
  const port = await freePort();
  const browser = await openBrowser(product, { args: [`--remote-debugging-port=${port}`] });
  try {
    await enter(browser);
    // The session lies in the browser's storage: it must not be wiped before the visit.
    const flags: Flags = { port, disableStorageReset: true, logLevel: 'error', onlyCategories: [...CATEGORIES] };
    const run = await lighthouse(`${product.url}${path}`, flags);
    const of = (name: Category) => Math.round((run?.lhr.categories[name]?.score ?? 0) * PERCENT);
    for (const audit of Object.values(run?.lhr.audits ?? {})) {
      if (audit.score !== null && audit.score < 1 && audit.scoreDisplayMode === 'binary')
        console.log(`  ${path}: ${audit.id}: ${audit.title}`);
    }
    return {
      performance: of('performance'),
      accessibility: of('accessibility'),
      'best-practices': of('best-practices'),
    };
  } finally {
    await browser.context.close();
  }
}

async function both(): Promise<NonNullable<typeof scored>> {
  scored ??= {
    landing: await score('/onlinevideochat', async () => undefined),
    wall: await score('/goddess', (browser) => signIn(browser, BEN)),
  };
  return scored;
}

export const benches: Benches = (['landing', 'wall'] as const).flatMap((page) =>
  CATEGORIES.map((category) => ({
    // Lower is better in every bench.
    name: `Lighthouse, ${page}, ${category}: short of 100`,
    unit: 'count' as const,
    aim: PERCENT - WANTED,
    runs: 1,
    run: async () => PERCENT - (await both())[page][category],
  })),
);

export const close = async (): Promise<void> => {
  await product?.stop();
};
