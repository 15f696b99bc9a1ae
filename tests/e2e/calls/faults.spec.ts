import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { loginByPassword } from '../../harness/browser/login.ts';
import type { Product } from '../../harness/browser/product.ts';
import { callClient, shownOf } from '../../harness/calls/call-client.ts';
import { findWorker, killWorker } from '../../harness/load/workers.ts';
import { openRaw, signIn as signInRaw } from '../../harness/raw-client.ts';
import { startProxy } from '../../harness/servers/proxy.ts';
import { signIn, test } from '../base.ts';
import { firstTab } from '../pages/acts.ts';
import { nameOf, query } from '../pages/database.ts';
import { letTimePass, rowOf, unplug } from './connections.ts';
import { expectMoving, HOST, heading, meet, type TwoPeople, twoPeople, VIEWER, WITH_CAMERA } from './two-people.ts';

/*
 * The test of each fault of a call (paths below tests/):
 *
 * | fault                                    | proof                                                                     |
 * |------------------------------------------|---------------------------------------------------------------------------|
 * | peer tab killed                          | e2e/calls/tabs; a reload instead: e2e/calls/call                          |
 * | worker, Prosody, server killed           | here; meter over a restart: server/domains/calls/meter                            |
 * | socket black-holed 8 s                   | here                                                                      |
 * | ICE failed                               | e2e/calls/relays, by a relay that is gone                                 |
 * | camera unplugged                         | here                                                                      |
 * | permission denied                        | e2e/calls/call                                                            |
 * | gems run out                             | here; to the gem: server/domains/calls/meter and billing                          |
 * | callee busy, offline, blocked; too dear  | here; server/domains/calls/actions                                                |
 * | callee declines, with and without words  | e2e/calls/call; unit/worker/calls/step                                    |
 * | no answer for 60 s                       | unit/worker/calls/calls and server/domains/calls/actions, by fake clocks          |
 * | second call                              | here; unit/worker/calls/step, server/domains/calls/races                          |
 * | events forged by another user            | here; unit/worker/calls/step-live, server/domains/calls/actions, e2e/core/forgery |
 */

const STRANGER = 264457002;
const OTHER_HOST = 9036;
const BUSY_HOST = 9037;
const BLOCKED_HOST = 9038;
const DEAR_HOST = 9039;
/** The gems of a demo user: enough for eight minutes at `PRICE`, not for nine. */
const GEMS = 5_000;
const PRICE = 600;
const MINUTES = 8;
const HOLE_MS = 8_000;

test.use({ ownProduct: true, allowedProblems: [/WebSocket|ERR_|Failed to load resource/] });

async function streamOf(product: Product, uid: number) {
  const client = await openRaw(`${product.url.replace('http', 'ws')}/xmpp-websocket`, product.url);
  const token = await loginByPassword(product.url, uid, 'gemcall');
  await signInRaw(client, { user: `u_${uid}`, token, domain: 'localhost' });
  return client;
}

/** Uses up the viewer's free call and sets the host's price per minute. */
async function makeDear(product: Product): Promise<void> {
  await query(product, `insert into allowance_use values ('first', 'uid:' || $1::text, 1, 'earlier')`, [VIEWER]);
  await query(product, 'update anchor set price = $2 where uid = $1', [HOST, PRICE]);
}

const gemsOf = async (product: Product, uid: number) => {
  const [row] = await query(product, `select amount::int from wallet where uid = $1 and currency = 'gems'`, [uid]);
  return row?.['amount'];
};

/** Expects that both received a status from the hub after `since` with this call connected and its meter running. */
async function expectOn({ viewer, host }: TwoPeople, sid: string, since: number): Promise<void> {
  const heard = async (page: Page) => {
    const row = await rowOf(page);
    return row?.sid === sid && row.status === 2 && row.meter?.metering === true ? row.meter.at : 0;
  };
  for (const page of [viewer, host]) await expect.poll(() => heard(page), { timeout: 60_000 }).toBeGreaterThan(since);
}

test('a call survives forged events, a lost camera, a dead socket and killed processes, and ends when the gems run out', {
  tag: '@timed',
}, async ({ product, openBrowser }) => {
  test.setTimeout(360_000);
  await makeDear(product);
  const proxy = await startProxy(product.port);
  const two = await twoPeople(product, openBrowser, proxy.url);
  const { viewer, host, theirs, hers, viewerName, hostName } = two;
  await meet(two);
  const sid = (await rowOf(viewer))?.sid ?? '';

  await test.step('an event forged by another user', async () => {
    const stranger = callClient(await streamOf(product, STRANGER));
    const end = { reason: 'hangUp', rejectType: '' } as const;
    for (const name of ['SessionTerminate', 'SessionFail', 'CallError']) {
      const json = `<json xmlns='urn:xmpp:json:0'>${JSON.stringify(end)}</json>`;
      stranger.client.send(
        `<message xmlns='jabber:client' type='headline' to='u_${VIEWER}@localhost' from='hub.localhost'>` +
          `<action xmlns='urn:gemcall:hub:1' name='${name}' sid='${sid}'>${json}</action></message>`,
      );
    }
    expect((await stranger.ask('SessionTerminate', sid, end)).refusal).toBe('sid-non-existent');
    expect((await stranger.ask('CallAccept', sid, {})).refusal).toBe('sid-non-existent');
    stranger.client.cut();
    await expectOn(two, sid, Date.now());
  });

  await test.step('a second call', async () => {
    const tab = await theirs.newPage();
    await tab.goto(`/call/${OTHER_HOST}?from=test`);
    await expect(tab.getByText(`In a call with ${hostName} in another tab`)).toBeVisible();
    await tab.close();
    expect(await gemsOf(product, VIEWER)).toBe(GEMS - PRICE);
  });

  await test.step('a camera that is unplugged and plugged in again', async () => {
    const plugIn = await unplug(viewer, 'video');
    await expect(viewer.getByText('Your camera was unplugged. The call continues with sound.')).toBeVisible();
    await expect(host.getByText(`${viewerName} turned the camera off`)).toBeVisible();
    await plugIn();
    await expectMoving(host, viewerName);
    await expect(host.getByText(`${viewerName} turned the camera off`)).toBeHidden();
  });

  await test.step('a kill of Prosody', async () => {
    const before = product.prosodyPid() ?? 0;
    await product.killProsody();
    await product.prosodyBack(before);
    await expectOn(two, sid, Date.now());
    await expectMoving(viewer, hostName);
  });

  await test.step('a kill of the server', async () => {
    await product.killServer();
    await product.restartServer();
    await expectOn(two, sid, Date.now());
    await expectMoving(viewer, hostName);
  });

  await test.step('a socket that loses all packets for 8 s', async () => {
    proxy.blackhole(true);
    await viewer.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), HOLE_MS);
    proxy.blackhole(false);
    await expectOn(two, sid, Date.now());
    await expectMoving(viewer, hostName);
  });

  await test.step('a kill of the worker', async () => {
    await killWorker(hers, await findWorker(hers));
    await expectOn(two, sid, Date.now());
    await expectMoving(host, viewerName);
  });

  await test.step('gems that run out', async () => {
    await letTimePass(product, sid, MINUTES * 60 - 5);
    await expect(viewer.getByText('Less than a minute left')).toBeVisible();
    for (const page of [viewer, host]) {
      await expect(heading(page, 'Call ended')).toBeVisible();
      await expect(page.getByText('The gems for this call were used up.')).toBeVisible();
      await expect.poll(async () => (await rowOf(page))?.receipt?.seconds).toBe(MINUTES * 60);
    }
    await expect
      .poll(() => rowOf(viewer))
      .toMatchObject({ status: 3, reason: 'gemsOut', receipt: { gems: PRICE * MINUTES } });
    const gems = async () => [await gemsOf(product, VIEWER), await gemsOf(product, HOST)];
    await expect.poll(gems).toEqual([GEMS - PRICE * MINUTES, PRICE * MINUTES * 0.6]);
  });
  await proxy.close();
});

/** The hosts that cannot be called, with the reason of each and the text that the caller reads. */
const REFUSALS = [
  { uid: BUSY_HOST, reason: 'busy', rejectType: 'on_call_busy', words: 'In another call right now.' },
  // A blocked user must not learn of the block: the host appears offline.
  {
    uid: BLOCKED_HOST,
    reason: 'offline',
    rejectType: 'on_call_offline',
    words: 'Not online right now. Leave a message?',
  },
] as const;

test('a host who is offline, busy or too expensive, or who has blocked the caller, is not called, and the caller reads why', {
  tag: '@desk',
  lock: 'video',
}, async ({ product, openBrowser }) => {
  await makeDear(product);
  await query(product, 'update anchor set price = 9999 where uid = $1', [DEAR_HOST]);
  const streams = await Promise.all([BUSY_HOST, BLOCKED_HOST, DEAR_HOST].map((uid) => streamOf(product, uid)));
  const stranger = callClient(await streamOf(product, STRANGER));
  await stranger.hears('SessionRequest', '', {
    callee: BUSY_HOST,
    kind: 'paid',
    source: '',
    root: '',
    shown: shownOf(BUSY_HOST),
  });

  const page = await firstTab(await openBrowser(WITH_CAMERA));
  await signIn(page, VIEWER);
  // A call to a host who is offline is not offered; a message is.
  await page.goto(`/call/${OTHER_HOST}?from=test`);
  await expect(page.getByText('Not online right now. Leave a message?')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Message', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Call / })).toHaveCount(0);
  for (const { uid, reason, rejectType, words } of REFUSALS) {
    await page.goto(`/call/${uid}?from=test`);
    const press = page.getByRole('button', { name: `Call ${await nameOf(product, uid)}` });
    await expect(press).toBeVisible();
    // The block is added only now, because the page does not offer the call to a user who is already blocked.
    if (uid === BLOCKED_HOST)
      await query(product, 'insert into block (owner_uid, blocked_uid) values ($1, $2)', [BLOCKED_HOST, VIEWER]);
    // At once: a click waits until the button rests, and a blocked user soon sees the host offline, without a button.
    await press.dispatchEvent('click');
    await expect(page.getByText(words)).toBeVisible();
    await expect(page.getByText('Nothing was charged')).toBeVisible();
    await expect.poll(() => rowOf(page)).toMatchObject({ status: 4, reason, rejectType, sid: '' });
  }
  // Missing gems are named before the call.
  await page.goto(`/call/${DEAR_HOST}?from=test`);
  await expect(page.getByRole('button', { name: 'Get 4,999 more gems' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Call / })).toHaveCount(0);
  expect(await gemsOf(product, VIEWER)).toBe(GEMS);
  for (const stream of [...streams, stranger.client]) stream.cut();
});
