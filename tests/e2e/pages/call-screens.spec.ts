import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { callClient } from '../../harness/call-client.ts';
import { test } from '../base.ts';
import { WITH_CAMERA } from '../calls/two-people.ts';
import { enterAsGuest, firstTab } from './acts.ts';
import { faults, strangeTexts } from './checks.ts';
import { nameOf, query } from './database.ts';
import { wordsOf } from './languages.ts';
import { openPeer } from './peer.ts';
import { choose } from './screens.ts';
import { clippedText } from './sight.ts';

/** A host whom no demo plays. */
const HOST = 9037;
/** Long words, another script, and from right to left. */
const LOOKS = [
  ['light', 'de'],
  ['dark', 'ar'],
  ['dark', 'bn'],
] as const;

type Looked = readonly [page: Page, language: (typeof LOOKS)[number][1]];
async function inspect([page, language]: Looked, what: string): Promise<void> {
  expect(await faults(page), `${what} in ${language}`).toEqual([]);
  expect(await strangeTexts(page, language), `${what} in ${language}`).toEqual([]);
  expect(await clippedText(page), `${what} in ${language}`).toEqual([]);
}

test('the screens of a call keep nobody out, and are whole in languages that are hard on them', async ({
  product,
  openBrowser,
}) => {
  test.setTimeout(240_000);
  const page = await firstTab(await openBrowser({ ...WITH_CAMERA, reducedMotion: 'reduce' }));
  await enterAsGuest(page);
  const name = await nameOf(product, HOST);
  const peer = await openPeer(product, HOST);
  const host = callClient(peer.client);
  for (const [theme, language] of LOOKS) {
    await choose(page, language, theme);
    const { call } = wordsOf(language);
    const looked = [page, language] as const;

    await page.goto(`/call/${HOST}?from=test`);
    await expect(page.getByText(call.calling.replace('{{name}}', name))).toBeVisible();
    await expect(page.getByRole('heading', { name })).toBeVisible();
    await inspect(looked, 'ringing there');
    const [row] = await query(product, `select sid from call where callee = $1 and state <> 'ended'`, [HOST]);
    const sid = String(row?.['sid']);
    await host.hears('CallReady', sid, {});
    await expect(page.getByRole('button', { name: call.hangUp, exact: true })).toBeVisible();
    await page.getByRole('button', { name: call.chat, exact: true }).click();
    await inspect(looked, 'the call');
    await host.hears('SessionTerminate', sid, { reason: 'hangUp', rejectType: '' });
    await expect(page.getByText(call.reason.hangUp)).toBeVisible();
    await inspect(looked, 'the end');
    await page.getByRole('button', { name: call.end.done, exact: true }).click();
  }
  peer.leave();
});
