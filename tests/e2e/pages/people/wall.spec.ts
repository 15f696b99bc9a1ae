import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { ANCHORS_PAGE_SIZE } from '../../../../contract/discovery/rules.ts';
import { readTable } from '../../../harness/browser/rows.ts';
import { startProxy } from '../../../harness/servers/proxy.ts';
import { enterAsGuest, signIn, test } from '../../base.ts';
import { firstTab } from '../acts.ts';
import { query } from '../database.ts';
import { uidOf } from '../peer.ts';
import { card, cards, seedHosts, wall } from './hosts.ts';

/** A layout-shift entry of the Performance API. */
type Shift = {
  readonly value: number;
  readonly sources: readonly {
    readonly node: unknown;
    readonly previousRect: DOMRect;
    readonly currentRect: DOMRect;
  }[];
};

/** More than one page of hosts. */
const SEEDED_HOSTS = 60;
const DEMO_HOSTS = 40;
/** Forty pages of hosts. `npm run bench wall` scrolls through 200. */
const MANY_HOSTS = 2_000;

/** The number of hosts in the stored list of the wall. */
async function hostsKnown(page: Page): Promise<number | undefined> {
  const rows = (await readTable(page, 'app', 'lists')) as { name: string; uids: number[] }[];
  return rows.find(({ name }) => name === 'hot:')?.uids.length;
}

const openWall = async (page: Page) => {
  await page.goto('/goddess');
  await expect(card(page, 'Asha')).toBeVisible();
};

test('the language tabs of the wall filter the hosts, and the address stores the selection', { tag: '@phone' }, async ({
  page,
}) => {
  await enterAsGuest(page);
  await openWall(page);
  const tabs = page.getByRole('tablist', { name: 'Language' }).getByRole('tab');
  await expect(tabs).toHaveText(['All', 'English', 'Arabic', 'Hindi', 'Turkish', 'French', 'Spanish']);
  await tabs.getByText('Turkish').click();
  await expect(card(page, 'Aylin')).toBeVisible();
  await expect(card(page, 'Asha')).toHaveCount(0);
  for (const name of await wall(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.textContent)))
    expect(name).toContain('Turkish');
  await expect(page).toHaveURL(/\/goddess\?lang=tr$/);
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await expect(page).toHaveURL(/\/goddess\?lang=tr&sort=new$/);
  await expect(cards(page)).toHaveCount(5);
  await page.reload();
  await expect(tabs.getByText('Turkish')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('button', { name: 'New', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await expect(cards(page)).toHaveCount(5);
});

test("a card of the wall names the host's age, presence, country, language and price, and opens the profile", {
  tag: '@desk',
}, async ({ page }) => {
  await enterAsGuest(page);
  await openWall(page);
  const asha = card(page, 'Asha');
  await expect(asha).toHaveAccessibleName(
    /^Asha \(demo\), \d\d, (Online|In a call|Offline), India, Hindi, \d+ gems a minute/,
  );
  await asha.click();
  await expect(page).toHaveURL(/\/anchorprofile\?uid=9001$/);
});

test('a card of the wall shows when the host goes online and offline', { tag: '@phone' }, async ({
  page,
  openBrowser,
}) => {
  await enterAsGuest(page);
  await openWall(page);
  await expect(card(page, 'Asha')).toHaveAccessibleName(/Offline/);
  const host = await openBrowser();
  await signIn(await firstTab(host), 9001);
  await expect(card(page, 'Asha')).toHaveAccessibleName(/Online/);
  await host.close();
  await expect(card(page, 'Asha')).toHaveAccessibleName(/Offline/, { timeout: 60_000 });
});

test('a blocked host disappears from the wall when it is refreshed', { tag: '@desk' }, async ({ page, product }) => {
  await enterAsGuest(page);
  await openWall(page);
  await query(product, 'insert into block (owner_uid, blocked_uid) values ($1, $2)', [await uidOf(page), 9001]);
  await expect(card(page, 'Asha')).toBeVisible();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(card(page, 'Asha')).toHaveCount(0);
  await expect(card(page, 'Defne')).toBeVisible();
});

test('a host is liked and written to from their card with the mouse', { tag: '@desk' }, async ({ page }) => {
  await enterAsGuest(page);
  await openWall(page);
  await card(page, 'Asha').hover();
  const like = wall(page).getByRole('button', { name: 'Like Asha (demo)' });
  await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await card(page, 'Amber').hover();
  await wall(page).getByRole('button', { name: 'Write to Amber (demo)' }).click();
  await expect(page.getByRole('textbox', { name: 'Message to Amber (demo)' })).toBeVisible();
});

test('the arrow keys move the focus between the cards of the wall', async ({ page, viewport }) => {
  await enterAsGuest(page);
  await openWall(page);
  const columns = (viewport?.width ?? 0) < 600 ? 2 : 5;
  await expect(cards(page).nth(2 * columns - 1)).toBeVisible();
  const names = await wall(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('href'));
  await wall(page).getByRole('link').first().focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(focused).toBe(names[1]);
  await page.keyboard.press('ArrowDown');
  await expect.poll(focused).toBe(names[1 + columns]);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(focused).toBe(names[columns]);
  await page.keyboard.press('Home');
  await expect.poll(focused).toBe(names[0]);
  await page.keyboard.press('End');
  await expect.poll(focused).not.toBe(names[0]);
  await expect(wall(page).locator('[aria-posinset="40"]').getByRole('link')).toBeFocused();
});

test('hosts are found by name and country, the address stores the filter, and each part of it can be removed', {
  tag: '@phone',
}, async ({ page }) => {
  await enterAsGuest(page);
  await openWall(page);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Filter hosts' });
  await sheet.getByRole('combobox', { name: 'Country' }).click();
  await page.getByRole('option', { name: 'Türkiye' }).click();
  await sheet.getByRole('button', { name: 'Show hosts' }).click();
  await expect(card(page, 'Aylin')).toBeVisible();
  await expect(card(page, 'Asha')).toHaveCount(0);
  await expect(page).toHaveURL(/\/goddess\?country=TR$/);

  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await sheet.getByRole('searchbox', { name: 'Name' }).fill('asha');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No hosts match')).toBeVisible();
  await page.getByRole('button', { name: 'Remove filter: Türkiye' }).click();
  await expect(card(page, 'Asha')).toBeVisible();
  await expect(cards(page)).toHaveCount(1);
  await page.reload();
  await expect(cards(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Remove filter: asha' }).click();
  await expect(page).toHaveURL(/\/goddess$/);
  await expect(cards(page)).not.toHaveCount(1);
  await expect(card(page, 'Asha')).toBeVisible();
});

test('the layout of the wall does not shift while it loads', {
  // A connection that takes longer than 1.5 s is announced above the wall, which moves down for it.
  tag: '@timed',
}, async ({ page }) => {
  await enterAsGuest(page);
  for (let visit = 0; visit < 2; visit += 1) {
    await page.goto('/goddess');
    await page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(globalThis, { shifts: seen });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as unknown as Shift[]) {
          const moved = entry.sources.map(
            ({ node, previousRect: from, currentRect: to }) =>
              `${node instanceof Element ? node.outerHTML.slice(0, 80) : node} ${from.x},${from.y} -> ${to.x},${to.y}`,
          );
          seen.push(`${entry.value} ${moved.join(' | ')}`);
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await expect(card(page, 'Asha')).toBeVisible();
    await page.waitForLoadState('networkidle');
    const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts);
    const sum = shifts.reduce((all, shift) => all + Number.parseFloat(shift), 0);
    expect(sum, `visit ${visit}: ${shifts.join('\n')}`).toBeLessThan(0.004);
  }
});

test.describe('with the server dead', () => {
  test.use({
    serviceWorkers: 'allow',
    ownProduct: true,
    allowedProblems: [/ERR_|WebSocket connection|Failed to (load|fetch)/],
  });

  test('the wall shows its stored hosts and their age when the server is down, and recovers when it is back', {
    tag: '@desk',
  }, async ({ page, product }) => {
    await signIn(page, 100001);
    await openWall(page);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await product.killServer();
    await page.reload();
    await expect(card(page, 'Asha')).toBeVisible();
    await expect(page.locator('p').filter({ hasText: 'Last updated' })).toHaveAttribute('data-stale', 'true');
    await product.restartServer();
    await expect(page.locator('p').filter({ hasText: 'Last updated' })).not.toHaveAttribute('data-stale', {
      timeout: 60_000,
    });
  });
});

test.describe('with a network that fails', () => {
  test.use({ ownProduct: true, allowedProblems: [/ERR_|WebSocket connection|Failed to (load|fetch)/] });

  test('the end of the wall shows an error when the next page fails to load, and the page loads when the network is back', {
    tag: '@phone',
  }, async ({ openBrowser, product }) => {
    // On a phone only: a larger screen loads the second page together with the first.
    await seedHosts(product, SEEDED_HOSTS);
    const network = await startProxy(product.port);
    try {
      const page = await firstTab(await openBrowser({ baseURL: network.url }));
      await enterAsGuest(page);
      await openWall(page);
      network.refuse(true);
      network.reset();
      const toTheEnd = () =>
        page
          .getByTestId('scroller')
          .last()
          .evaluate((element) => element.scrollTo(0, element.scrollHeight));
      const failed = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Try again' }) });
      await toTheEnd();
      await expect(failed).toContainText(/\w{3}/);
      // It was the second page that failed: it is requested only when the user scrolls.
      expect(await hostsKnown(page)).toBe(ANCHORS_PAGE_SIZE);
      await failed.getByRole('button').click();
      await expect(failed).toBeVisible();
      network.refuse(false);
      await expect(page.getByText('That is everyone for now.')).toBeVisible({ timeout: 60_000 });
      await expect(failed).toBeHidden();
      expect(await hostsKnown(page)).toBe(DEMO_HOSTS + SEEDED_HOSTS);
    } finally {
      await network.close();
    }
  });
});

test.describe('with many hosts', () => {
  test.use({ ownProduct: true });

  test('a user scrolls through 2,000 hosts while the page contains few elements', { tag: '@desk' }, async ({
    page,
    product,
  }) => {
    // On a desktop, where a row of five cards has more elements than one of two on a phone.
    test.slow();
    await seedHosts(product, MANY_HOSTS);
    await enterAsGuest(page);
    await openWall(page);
    const count = () => page.evaluate(() => document.querySelectorAll('*').length);
    const before = await count();
    const scroller = page.getByTestId('scroller').last();
    let most = before;
    const scrollOn = () =>
      scroller.evaluate((element) => {
        element.scrollTo(0, element.scrollHeight);
        return document.querySelectorAll('*').length;
      });
    const end = page.getByText('That is everyone for now.');
    const isAtEnd = async () => {
      most = Math.max(most, await scrollOn());
      return end.isVisible();
    };
    await expect.poll(isAtEnd, { timeout: 300_000, intervals: [20] }).toBe(true);
    expect(most - before).toBeLessThan(600);
    expect(await hostsKnown(page)).toBe(DEMO_HOSTS + MANY_HOSTS);
    await expect(cards(page).first()).toBeVisible();
  });
});
