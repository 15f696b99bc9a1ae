import { seedHosts } from '../e2e/pages/people/hosts.ts';
import { type Product, startProduct } from '../harness/browser/product.ts';
import type { Benches } from './bench.ts';
import { BEN, openBrowser, signIn } from './support/people.ts';
import { shared } from './support/shared-runs.ts';

const ANCHORS = 10_000;
const FRAME_MS = 1_000 / 60;
/** The speed of repeated flicks: about two screens a second. */
const SPEED_PX_PER_S = 1_800;
const SCROLL_MS = 8_000;
const PERCENT = 100;
const LATE_AIM = 5;

type Figures = { readonly median: number; readonly late: number };

let product: Product | undefined;

/** Scrolls the wall of 10,000 hosts while further pages load, and measures the time between frames. */
async function scroll(): Promise<Figures> {
  if (!product) {
    product = await startProduct();
    await seedHosts(product, ANCHORS);
  }
  const browser = await openBrowser(product, { viewport: { width: 390, height: 844 } });
  const { page } = browser;
  try {
    await signIn(browser, BEN);
    await page.goto('/goddess');
    const scroller = page.getByTestId('scroller').last();
    await scroller.locator('[data-person]').first().waitFor();
    const frames = await scroller.evaluate(
      (element, { speed, duration }) =>
        new Promise<number[]>((done) => {
          const times: number[] = [];
          const step = (now: number) => {
            times.push(now);
            const since = now - (times[0] ?? now);
            element.scrollTop = (since / 1_000) * speed;
            if (since < duration) requestAnimationFrame(step);
            else done(times.slice(1).map((time, n) => time - (times[n] ?? time)));
          };
          requestAnimationFrame(step);
        }),
      { speed: SPEED_PX_PER_S, duration: SCROLL_MS },
    );
    const missed = frames.reduce((sum, ms) => sum + Math.max(0, Math.round(ms / FRAME_MS) - 1), 0);
    const sorted = frames.toSorted((a, b) => a - b);
    return { median: sorted[Math.floor(sorted.length / 2)] ?? 0, late: (PERCENT * missed) / (missed + frames.length) };
  } finally {
    await browser.context.close();
  }
}

const figure = shared(scroll);

export const benches: Benches = [
  { name: 'wall of 10,000 hosts, scrolled: time between frames', unit: 'ms', aim: 17, run: figure('median') },
  {
    name: 'wall of 10,000 hosts, scrolled: missed frames at 60 per second',
    unit: '%',
    aim: LATE_AIM,
    run: figure('late'),
  },
];

export const close = async (): Promise<void> => {
  await product?.stop();
};
