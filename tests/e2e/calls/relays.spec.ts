import { expect } from 'playwright/test';
import { CALL_MEDIA_GIVE_UP_MS } from '../../../contract/calls/rules.ts';
import { type Product, startProduct } from '../../harness/browser/product.ts';
import { type Coturn, startCoturn } from '../../harness/servers/coturn.ts';
import { test as base } from '../base.ts';
import { query } from '../pages/database.ts';
import { linkOf, rowOf } from './connections.ts';
import { expectMoving, heading, meet, twoPeople } from './two-people.ts';

/** Moves the start of the media loss back, so that the hub gives up now. */
const letLossPass = (product: Product, sid: string) =>
  query(
    product,
    `update call set due_at = 0, callee_loss = callee_loss - $2::bigint where sid = $1 and callee_loss > 0`,
    [sid, CALL_MEDIA_GIVE_UP_MS],
  );

type Relayed = { readonly transport: 'udp' | 'tcp'; readonly coturn: Coturn; readonly product: Product };

/** A product in which every call must use a relay server. */
const test = base.extend<Relayed>({
  transport: ['udp', { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies of a fixture from its pattern.
  coturn: async ({}, use) => {
    const coturn = await startCoturn();
    await use(coturn);
    await coturn.stop();
  },
  product: async ({ coturn, transport }, use) => {
    const env = { TURN_URL: coturn.url(transport), TURN_SECRET: coturn.secret, RELAY_ONLY: 'on' };
    const product = await startProduct({ env });
    await use(product);
    await product.stop();
  },
});

const byRelay = (transport: string) => ({
  state: 'connected',
  local: 'relay',
  remote: 'relay',
  relayProtocol: transport,
});

test.describe('over TCP', () => {
  test.use({ transport: 'tcp' });

  test("two users see each other's video through a TCP relay", { tag: '@desk', lock: 'video' }, async ({
    product,
    openBrowser,
  }) => {
    const two = await twoPeople(product, openBrowser);
    await meet(two);
    for (const page of [two.viewer, two.host]) await expect.poll(() => linkOf(page)).toMatchObject(byRelay('tcp'));
  });
});

test.describe('over UDP', () => {
  test.use({ transport: 'udp' });

  test("two users see each other's video through a UDP relay, also after its restart, and read why the call ends when it stops", {
    tag: '@desk',
    lock: 'video',
  }, async ({ product, coturn, openBrowser }) => {
    const two = await twoPeople(product, openBrowser);
    const { viewer, host, viewerName, hostName } = two;
    await meet(two);
    for (const page of [viewer, host]) await expect.poll(() => linkOf(page)).toMatchObject(byRelay('udp'));

    await coturn.kill();
    await expect(viewer.getByText('Reconnecting…')).toBeVisible();
    await coturn.start();
    await expect(viewer.getByText('Reconnecting…')).toBeHidden({ timeout: 60_000 });
    await Promise.all([expectMoving(viewer, hostName), expectMoving(host, viewerName)]);
    await expect.poll(() => linkOf(viewer)).toMatchObject(byRelay('udp'));

    await coturn.kill();
    // Time without media is not charged.
    await expect.poll(async () => (await rowOf(viewer))?.meter?.metering, { timeout: 60_000 }).toBe(false);
    await letLossPass(product, (await rowOf(viewer))?.sid ?? '');
    await expect(heading(viewer, 'Call ended')).toBeVisible({ timeout: 60_000 });
    await expect(heading(host, 'Call ended')).toBeVisible();
    const words = 'No connection for video could be found between you two. Try another network.';
    for (const page of [viewer, host]) {
      await expect(page.getByText(words)).toBeVisible();
      await expect.poll(() => rowOf(page)).toMatchObject({ status: 4, reason: 'mediaFail' });
    }
  });
});
