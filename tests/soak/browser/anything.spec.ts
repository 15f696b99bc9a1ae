import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { test as base, enterAsGuest } from '../../e2e/base.ts';
import { startProduct } from '../../harness/browser/product.ts';
import { seeded } from '../../harness/hostile/mutants.ts';

const STEPS = Number(process.env['SOAK_STEPS'] ?? (process.env['SOAK'] === 'full' ? 1_500 : 60));
const SEED = Number(process.env['SOAK_SEED'] ?? 1);
/** A page that is busy for this long counts as hanging. */
const ANSWERS_WITHIN_MS = 20_000;
const PAUSE_MS = 400;
/** How often in a row nothing may be clickable while a page loads. */
const DEAD_ENDS = 10;
/** Number of last steps in an error. */
const TRAIL = 25;

/** A product with demo hosts that answer and a demo gateway, so that every page can be reached. */
const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies of a fixture from its pattern.
  product: async ({}, use) => {
    const product = await startProduct({ payments: true, env: { DEMO_HOSTS: 'on' } });
    await use(product);
    await product.stop();
  },
});
test.use({
  // Pages of a payment that was never started, and a host who is called while busy.
  allowedProblems: [/status of 4\d\d/, /ERR_ABORTED/],
});

const WORDS = [
  'Hello',
  'كيف حالك',
  '\u202eabc',
  '<img src=x onerror=alert(1)>',
  '🌹🌹',
  '99999999',
  'a'.repeat(300),
  '   ',
  '2004-02-29',
];
/** Names of elements that would end the walk. */
const NOT_PRESSED = /sign out|delete (my |the )?account|download|google/i;

type Thing = { readonly x: number; readonly y: number; readonly name: string; readonly isField: boolean };

/** All visible and uncovered elements that can be pressed or filled in. */
const thingsOn = (page: Page): Promise<Thing[]> =>
  page.evaluate(() => {
    const wanted =
      'a[href], button:enabled, input:enabled, textarea:enabled, select:enabled, summary, [role="tab"], [role="radio"], [role="switch"], [role="menuitem"], [role="option"]';
    return [...document.querySelectorAll<HTMLElement>(wanted)].flatMap((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      if (width < 2 || height < 2 || x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return [];
      const over = document.elementFromPoint(x, y);
      if (!over || (!element.contains(over) && !over.contains(element))) return [];
      if (element instanceof HTMLAnchorElement && new URL(element.href).origin !== location.origin) return [];
      if (element instanceof HTMLInputElement && element.type === 'file') return [];
      const name = element.getAttribute('aria-label') ?? (element.textContent || element.getAttribute('name') || '');
      const isField = element.matches('textarea, input:not([type="checkbox"], [type="radio"], [type="range"])');
      return [{ x, y, name: `${element.localName} "${name.trim().slice(0, 40)}"`, isField }];
    });
  });

/** Faults of the page: text that users should never see, a crashed page, an empty page. */
const faultsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    // biome-ignore lint/performance/useDomNodeTextContent: hidden text must be left out
    const text = document.body.innerText;
    const strange =
      /\bundefined\b|\bNaN\b|\[object \w+\]|\{\{\w+\}\}|\b(?:common|chat|call|payments|errors|gifts|people):[a-z]\w+/.exec(
        text,
      );
    return [
      ...(strange ? [`strange words: ${text.slice(Math.max(0, strange.index - 40), strange.index + 60)}`] : []),
      ...(text.includes('Something broke on this page') ? ['the page broke'] : []),
      ...((document.getElementById('root')?.childElementCount ?? 1) === 0 ? ['the page is empty'] : []),
    ];
  });

test(`the app shows no code, does not crash and has no dead end when ${STEPS} random elements are pressed`, async ({
  openBrowser,
}) => {
  test.setTimeout(STEPS * 4_000 + 300_000);
  const random = seeded(SEED);
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
  const context = await openBrowser({
    args: ['--use-fake-device-for-media-stream=fps=10', '--use-fake-ui-for-media-stream'],
    asksForInfo: true,
    offersPack: true,
  });
  context.setDefaultTimeout(ANSWERS_WITHIN_MS);
  const page = context.pages()[0] ?? (await context.newPage());
  page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
  // A payment may open a window of its own.
  context.on('page', (other) => void (other === page ? undefined : other.close().catch(() => undefined)));
  await enterAsGuest(page);
  const trail: string[] = [];
  const did = new Map<string, number>();
  const places = new Set<string>();
  let deadEnds = 0;

  async function press(): Promise<string> {
    const things = (await thingsOn(page)).filter(({ name }) => !NOT_PRESSED.test(name));
    const thing = pick(things);
    if (!thing) {
      deadEnds += 1;
      if (deadEnds > DEAD_ENDS) throw new Error(`Nothing leads on from ${page.url()}`);
      await page.waitForTimeout(PAUSE_MS);
      return 'nothing to press';
    }
    deadEnds = 0;
    await page.mouse.click(thing.x, thing.y);
    if (!thing.isField) return `pressed ${thing.name}`;
    await page.keyboard.type(pick(WORDS) ?? '');
    if (random() < 0.6) await page.keyboard.press('Enter');
    return `typed into ${thing.name}`;
  }
  async function pressTwo(): Promise<string> {
    const things = (await thingsOn(page)).filter(({ name, isField }) => !isField && !NOT_PRESSED.test(name));
    const two = [pick(things), pick(things)].filter((thing) => thing !== undefined);
    await page.evaluate((all) => {
      for (const { x, y } of all)
        (document.elementFromPoint(x, y) as HTMLElement | null)?.closest<HTMLElement>('a, button, [role]')?.click();
    }, two);
    return `pressed at once ${two.map(({ name }) => name).join(' and ')}`;
  }
  const ACTS: readonly (readonly [number, string, () => Promise<string | undefined>])[] = [
    [70, 'press', press],
    [6, 'press two', pressTwo],
    [5, 'escape', () => page.keyboard.press('Escape').then(() => undefined)],
    [5, 'back', () => page.evaluate(() => history.back()).then(() => undefined)],
    [2, 'forward', () => page.evaluate(() => history.forward()).then(() => undefined)],
    [3, 'scroll', () => page.mouse.wheel(0, (random() - 0.3) * 2_000).then(() => undefined)],
    [
      3,
      'tab and enter',
      () =>
        page.keyboard
          .press('Tab')
          .then(() => page.keyboard.press('Enter'))
          .then(() => undefined),
    ],
    [1, 'reload', () => page.reload().then(() => undefined)],
    [
      1,
      'other size',
      () =>
        page
          .setViewportSize(random() < 0.5 ? { width: 390, height: 844 } : { width: 1440, height: 900 })
          .then(() => undefined),
    ],
    [2, 'home', () => page.goto('/').then(() => undefined)],
  ];
  const weightsUpTo = (n: number) => ACTS.slice(0, n + 1).reduce((sum, [weight]) => sum + weight, 0);
  const all = weightsUpTo(ACTS.length);
  for (let step = 0; step < STEPS; step += 1) {
    const at = random() * all;
    const [, name, act] = ACTS.find((_, n) => at < weightsUpTo(n)) ?? [];
    if (!act || !name) continue;
    try {
      // A navigation during a step is no fault.
      const what = await act().catch((error: Error) => {
        if (/context was destroyed|navigation|ERR_ABORTED|interrupted/i.test(error.message))
          return 'went away meanwhile';
        throw error;
      });
      trail.push(`${new URL(page.url()).pathname}: ${what ?? name}`);
      did.set(name, (did.get(name) ?? 0) + 1);
      // The pace of an impatient user, because presses during pending work are to be tested.
      await page.waitForTimeout(random() * PAUSE_MS);
      await page.waitForLoadState();
      places.add(new URL(page.url()).pathname.replace(/\d{4,}.*/, 'N'));
      // Going back from the first page leaves the app.
      if (page.url().startsWith('about:')) await page.goto('/');
      // Polled, because a page that is still being drawn is no fault.
      const faults = () => faultsOf(page).catch((error: Error) => [`cannot be looked at: ${error.message}`]);
      await expect.poll(faults, { timeout: ANSWERS_WITHIN_MS }).toEqual([]);
    } catch (error) {
      throw new Error(`after ${step} steps at ${page.url()}:\n${trail.slice(-TRAIL).join('\n')}`, { cause: error });
    }
  }
  console.log('pressed', JSON.stringify({ steps: STEPS, did: Object.fromEntries(did), places: [...places] }));
});
