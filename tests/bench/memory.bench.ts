import { setTimeout as wait } from 'node:timers/promises';
import { launchBrowser, newProfile } from '../harness/browser/browser.ts';
import { startProduct } from '../harness/browser/product.ts';
import type { Benches } from './bench.ts';
import { memoryOfProfile } from './support/memory.ts';
import { BEN, FIRST_HOST, HOSTS, openBrowser, signIn } from './support/people.ts';
import { bubble, whenMarked } from './support/probe.ts';
import { newestSeeded, seed } from './support/seed.ts';
import { shared } from './support/shared-runs.ts';

const AIM_MB = 400;
const AIM_ABOVE_MB = 250;
const PEER_MB = 528;
const TABS = 5;
const CONVERSATIONS = Array.from({ length: HOSTS }, (_, n) => ({ peer: FIRST_HOST + n, messages: 250 }));
const LOOK_EVERY_MS = 500;
const LOOKS = 20;
const QUIET = 0.01;

/** Memory of a browser with five tabs that each show a conversation, once it is stable. */
async function fiveTabs(): Promise<number> {
  const product = await startProduct();
  const userDataDir = newProfile();
  const browser = await openBrowser(product, { userDataDir });
  try {
    await signIn(browser, BEN);
    await seed(browser.page, CONVERSATIONS);
    const tabs = [browser.page];
    while (tabs.length < TABS) tabs.push(await browser.context.newPage());
    for (const [n, page] of tabs.entries()) {
      const conversation = CONVERSATIONS[n];
      if (!conversation) continue;
      await page.goto(`/message/u_${conversation.peer}`);
      await whenMarked(page, bubble(newestSeeded(conversation)));
    }
    return await atRest(userDataDir);
  } finally {
    await browser.context.close();
    await product.stop();
  }
}

/** Memory of the same browser with five blank tabs. */
async function fiveEmptyTabs(): Promise<number> {
  const userDataDir = newProfile();
  const context = await launchBrowser({ userDataDir });
  try {
    while (context.pages().length < TABS) await context.newPage();
    return await atRest(userDataDir);
  } finally {
    await context.close();
  }
}

const tabs = shared(async () => {
  const empty = await fiveEmptyTabs();
  const full = await fiveTabs();
  return { empty, full, above: full - empty };
});

async function atRest(userDataDir: string): Promise<number> {
  let before = Number.POSITIVE_INFINITY;
  for (let look = 0; look < LOOKS; look += 1) {
    const now = memoryOfProfile(userDataDir);
    if (Math.abs(now - before) < before * QUIET) return now;
    before = now;
    await wait(LOOK_EVERY_MS);
  }
  return before;
}

const FLOOR = 'memory of a browser with five empty tabs (floor)';

export const benches: Benches = [
  { name: FLOOR, unit: 'MB', run: tabs('empty') },
  {
    name: 'memory of a browser with five tabs',
    unit: 'MB',
    aim: AIM_MB,
    peer: PEER_MB,
    floor: FLOOR,
    run: tabs('full'),
  },
  { name: 'memory of five tabs above five empty ones', unit: 'MB', aim: AIM_ABOVE_MB, run: tabs('above') },
];
