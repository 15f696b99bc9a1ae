import type { CDPSession } from 'playwright';
import { expect } from 'playwright/test';
import { enterAsGuest, test } from '../../e2e/base.ts';
import { bubble, composer, firstTab, say } from '../../e2e/pages/acts.ts';
import { openPeer, uidOf } from '../../e2e/pages/peer.ts';
import { findWorker, heapOfWorker } from '../../harness/load/workers.ts';

const MINUTES = Number(process.env['SOAK_MINUTES'] ?? (process.env['SOAK'] === 'full' ? 15 : 1));
const HOST = 9014;
const SAID_AT_ONCE = 10;
/** After this many rounds a server process is killed, alternating between the XMPP server and the server. */
const DEATH_EVERY = 6;
/** Share of the measurements to ignore: a new page still grows until it has drawn everything once. */
const YOUNG = 0.25;
const MB = 1e6;

test.use({ ownProduct: true, allowedProblems: [/ERR_|WebSocket connection|Failed to (load|fetch)|chat login/] });

async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}

test(`page and core do not grow in memory when the app is used for ${MINUTES} minutes while servers are killed`, async ({
  openBrowser,
  product,
}) => {
  test.setTimeout(MINUTES * 60_000 + 600_000);
  const context = await openBrowser();
  const page = await firstTab(context);
  const protocol = await context.newCDPSession(page);
  await enterAsGuest(page);
  const uid = await uidOf(page);
  let peer = await openPeer(product, HOST);
  const rail = (name: string) => page.getByRole('navigation').getByRole('link', { name }).first().click();
  const ends = performance.now() + MINUTES * 60_000;
  const heaps: { page: number; core: number }[] = [];
  let said = 0;
  let deaths = 0;
  peer.say(uid, 'Good morning');
  await expect(page.getByText('Good morning')).toBeVisible();
  for (let round = 0; performance.now() < ends; round += 1) {
    await rail('Messages');
    await page.getByRole('list', { name: 'Conversations' }).getByRole('link').first().click();
    await expect(composer(page)).toBeVisible();
    for (let n = 0; n < SAID_AT_ONCE; n += 1) peer.say(uid, `word ${said++}`);
    await expect(bubble(page, `word ${said - 1}`)).toBeVisible();
    const answer = `answer ${round}`;
    await say(page, answer);
    await expect(bubble(page, answer).getByRole('img', { name: /^(Sent|Delivered|Seen)$/ })).toBeVisible();
    await rail('Discover');
    await page.locator('main a[href^="/anchorprofile"]').first().click();
    await expect(page.getByRole('button', { name: 'Message', exact: true })).toBeVisible();
    await rail('Calls');
    await rail('You');
    heaps.push({ page: await heapOf(protocol), core: await heapOfWorker(context, await findWorker(context)) });
    if (round % DEATH_EVERY !== DEATH_EVERY - 1) continue;
    deaths += 1;
    peer.leave();
    const before = product.prosodyPid() ?? 0;
    if (deaths % 2 === 0) await product.killServer().then(() => product.restartServer());
    else await product.killProsody().then(() => product.prosodyBack(before));
    await expect(async () => {
      peer = await openPeer(product, HOST);
    }).toPass({ timeout: 60_000 });
  }
  const old = heaps.slice(Math.floor(heaps.length * YOUNG));
  const third = Math.floor(old.length / 3);
  const least = (of: 'page' | 'core', all: typeof old) => Math.min(...all.map((heap) => heap[of])) / MB;
  const figures = (['page', 'core'] as const).map((of) => ({
    of,
    early: least(of, old.slice(0, third)),
    late: least(of, old.slice(-third)),
  }));
  console.log('a day', JSON.stringify({ rounds: heaps.length, said, deaths, figures }));
  peer.leave();
  // A short run only shows that the test works; it says nothing about growth.
  if (MINUTES >= 5) for (const { early, late, of } of figures) expect(late / early, of).toBeLessThanOrEqual(1.1);
});
