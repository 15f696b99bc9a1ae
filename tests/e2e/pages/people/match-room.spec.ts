import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { MATCH_FREE_SECONDS } from '../../../../contract/calls/rules.ts';
import { callClient } from '../../../harness/calls/call-client.ts';
import { enterAsGuest, test } from '../../base.ts';
import { letTimePass, restartMeter, rowOf } from '../../calls/connections.ts';
import { expectMoving, HOST, SHARP, sharpnessOf, twoPeople, WITH_CAMERA } from '../../calls/two-people.ts';
import { firstTab } from '../acts.ts';
import { nameOf, query } from '../database.ts';
import { openPeer } from '../peer.ts';

/** A host who declines the first proposal. */
const PICKY = 9036;

const proposal = (page: Page, name: string) => page.getByRole('alertdialog', { name });
const looking = (page: Page) => page.getByRole('heading', { name: 'Looking for someone…' });
/** Enters the queue. It does not wait for the search screen: if another user already waits, a proposal is shown at once. */
async function look(page: Page): Promise<void> {
  await page.goto('/match?now');
  await page.getByRole('button', { name: 'Start matching' }).click();
}

test('a random match is declined by one host, accepted by both sides with the next, and continues for gems after the free time', {
  tag: '@phone',
  lock: 'video',
}, async ({ product, openBrowser }) => {
  test.setTimeout(300_000);
  const { viewer, host, viewerName, hostName } = await twoPeople(product, openBrowser);
  await viewer.goto('/match');
  await viewer.getByRole('link', { name: 'Match now' }).click();
  await expect(viewer.getByText('The first 0:30 cost nothing.')).toBeVisible();
  await expect(viewer.getByLabel('Your picture')).toBeVisible();
  await viewer.getByRole('button', { name: 'Start matching' }).click();
  await expect(viewer.getByRole('region', { name: 'Looking for someone…' })).toBeFocused();
  await viewer.getByRole('button', { name: 'Cancel' }).click();
  await viewer.getByRole('button', { name: 'Start matching' }).click();

  const peer = await openPeer(product, PICKY);
  const picky = callClient(peer.client);
  const [found] = await Promise.all([
    picky.event('MatchFound'),
    picky.hears('MatchEnter', '', { filter: { lang: '', country: '' } }),
  ]);
  const pickyName = await nameOf(product, PICKY);
  await expect(proposal(viewer, pickyName)).toBeFocused();
  await picky.hears('MatchAnswer', '', { proposal: found.data.proposal, yes: false });
  await picky.hears('MatchLeave', '', {});
  peer.leave();
  await expect(viewer.getByText(`${pickyName} is gone. We keep looking.`)).toBeVisible();

  await look(host);
  await expect(proposal(viewer, hostName)).toContainText('only if you choose to continue');
  await proposal(viewer, hostName).getByRole('button', { name: 'Talk' }).click();
  await expect(viewer.getByText(`Waiting for ${hostName} to say yes…`)).toBeVisible();
  await proposal(host, viewerName).getByRole('button', { name: 'Talk' }).click();

  await expectMoving(viewer, hostName);
  await expectMoving(host, viewerName);
  await expect(viewer).toHaveURL(/\/video\//);
  await expect(viewer.getByRole('timer')).toContainText('free');
  const sid = (await rowOf(viewer))?.sid ?? '';
  await restartMeter(product, sid);

  // Each page sends a blurred picture until both users have revealed theirs.
  const both = [
    [viewer, hostName],
    [host, viewerName],
  ] as const;
  for (const [page, peerName] of both) {
    await expect(page.getByText('Your pictures are blurred until you both reveal them.')).toBeVisible();
    expect(await sharpnessOf(page, peerName)).toBeLessThan(SHARP);
  }
  await host.getByRole('button', { name: 'Reveal' }).click();
  await expect(host.getByText(`Waiting for ${viewerName} to reveal too…`)).toBeVisible();
  await expect(viewer.getByText(`${hostName} is ready to reveal.`)).toBeVisible();
  for (const [page, peerName] of both) expect(await sharpnessOf(page, peerName)).toBeLessThan(SHARP);
  await viewer.getByRole('button', { name: 'Reveal' }).click();
  for (const [page, peerName] of both) {
    await expect.poll(() => sharpnessOf(page, peerName), { timeout: 60_000 }).toBeGreaterThan(SHARP);
    await expect(page.getByRole('button', { name: 'Reveal' })).toBeHidden();
  }

  await restartMeter(product, sid);
  // A report brings the picture of the other side from the moment of the press.
  await viewer.getByRole('button', { name: 'Report or block' }).dispatchEvent('click');
  await viewer.getByRole('menuitem', { name: 'Report' }).click();
  const report = viewer.getByRole('dialog', { name: `Report ${hostName}` });
  await expect(report.getByText('from the moment you pressed Report', { exact: false })).toBeVisible();
  await report.getByRole('radio', { name: 'Shows inappropriate content' }).check();
  await report.getByRole('button', { name: 'Send report' }).click();
  await expect(report.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await report.getByRole('button', { name: 'Close' }).last().click();
  const frames = () =>
    query(product, 'select uid, origin, length(jpeg) > 1000 as whole from call_frame where sid = $1', [sid]);
  await expect.poll(frames).toEqual([{ uid: String(HOST), origin: 'report', whole: true }]);

  await expect(viewer.getByRole('timer')).not.toContainText('/min');

  // 15 s before the end of the free time on the hub's clock.
  await letTimePass(product, sid, MATCH_FREE_SECONDS - 15);
  const offer = viewer.getByRole('region', { name: 'Continue the call' });
  await offer.getByRole('button', { name: 'Continue' }).click({ timeout: 60_000 });
  await expect(viewer.getByText(`You continue with ${hostName}`)).toBeVisible();
  await letTimePass(product, sid, MATCH_FREE_SECONDS - 1);
  await expect(viewer.getByRole('timer')).toContainText('/min', { timeout: 60_000 });
  await expect(offer).toBeHidden();
  await viewer.mouse.move(200, 300);
  await viewer.getByRole('button', { name: 'Hang up' }).click();
  await viewer.getByRole('button', { name: 'Done' }).click();
  await expect(viewer).toHaveURL(/\/match$/);
});

test('a user without a camera is led to the call check, and can drop a filter that matches no one', {
  tag: '@phone',
}, async ({ openBrowser }) => {
  const context = await openBrowser(WITH_CAMERA);
  const page = await firstTab(context);
  await enterAsGuest(page);
  const blind = await context.newPage();
  await blind.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      throw new DOMException('', 'NotAllowedError');
    };
  });
  await blind.goto('/match?now');
  await blind.getByRole('button', { name: 'Start matching' }).click();
  await expect(blind.getByRole('alert')).toContainText('Without camera or microphone there is no call.');
  await blind.getByRole('link', { name: 'Check camera and microphone' }).click();
  await expect(blind.getByRole('heading', { name: 'Call check' })).toBeVisible();
  await blind.close();

  await page.clock.install();
  await page.goto('/match?now');
  await page.getByRole('combobox', { name: 'Country' }).click();
  await page.getByRole('option', { name: 'Japan' }).click();
  await page.getByRole('button', { name: 'Start matching' }).click();
  await expect(looking(page)).toBeVisible();
  await page.clock.fastForward(25_000);
  await expect(page.getByText('No one like that is free right now.')).toBeVisible();
  await page.getByRole('button', { name: 'Anybody is fine' }).click();
  await expect(page.getByText('Japan')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/now/);
});
