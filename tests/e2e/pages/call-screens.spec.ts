import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import type { Language } from '../../../src/i18n/languages.ts';
import { callClient } from '../../harness/call-client.ts';
import type { Product } from '../../harness/product.ts';
import { signIn, test } from '../base.ts';
import { WITH_CAMERA } from '../calls/two-people.ts';
import { enterAsGuest, firstTab } from './acts.ts';
import { faults, strangeTexts } from './checks.ts';
import { nameOf, query } from './database.ts';
import { LANGUAGES, wordsOf } from './languages.ts';
import { openPeer } from './peer.ts';
import { choose } from './screens.ts';
import { clippedText } from './sight.ts';

/** Hosts whom no demo plays: one is called, the other is rung. */
const HOST = 9037;
const RUNG = 9038;
const CALLER = 264457002;
/** Long words, another script, and from right to left: looked at by axe too, and on a desk alone. */
const HARD = new Map<Language, 'dark' | 'light'>([
  ['de', 'light'],
  ['ar', 'dark'],
  ['bn', 'dark'],
]);
const languagesOn = (viewport: { readonly width: number } | null) =>
  LANGUAGES.map(({ language }) => language).filter((language) => (viewport?.width ?? 0) < 1024 || HARD.has(language));

async function inspect(page: Page, language: Language, what: string): Promise<void> {
  if (HARD.has(language)) expect(await faults(page), `${what} in ${language}`).toEqual([]);
  expect(await strangeTexts(page, language), `${what} in ${language}`).toEqual([]);
  expect(await clippedText(page), `${what} in ${language}`).toEqual([]);
}

// Every screen, in every language.
test.setTimeout(300_000);

test('the screens of a call keep nobody out, and are whole in all fifteen languages', async ({
  product,
  openBrowser,
  viewport,
}) => {
  const page = await firstTab(await openBrowser({ ...WITH_CAMERA, reducedMotion: 'reduce' }));
  await enterAsGuest(page);
  const name = await nameOf(product, HOST);
  const peer = await openPeer(product, HOST);
  const host = callClient(peer.client);
  for (const language of languagesOn(viewport)) {
    await choose(page, language, HARD.get(language) ?? 'dark');
    const { call } = wordsOf(language);

    await page.goto(`/call/${HOST}?from=test`);
    const press = page.getByRole('button', { name: call.callName.replace('{{name}}', name) });
    await expect(press).toBeVisible();
    await inspect(page, language, 'before the press');
    await press.click();
    await expect(page.getByText(call.calling.replace('{{name}}', name))).toBeVisible();
    await expect(page.getByRole('heading', { name })).toBeVisible();
    await inspect(page, language, 'ringing there');
    const sid = await liveSidOf(product);
    await host.hears('CallReady', sid, {});
    await expect(page.getByRole('button', { name: call.hangUp, exact: true })).toBeVisible();
    await page.getByRole('button', { name: call.devices, exact: true }).click();
    await expect(page.getByRole('dialog', { name: call.devices })).toBeVisible();
    await inspect(page, language, 'the devices');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: call.chat, exact: true }).click();
    await inspect(page, language, 'the call');
    await host.hears('SessionTerminate', sid, { reason: 'hangUp', rejectType: '' });
    await expect(page.getByText(call.reason.hangUp)).toBeVisible();
    await inspect(page, language, 'the end');
    await page.getByRole('button', { name: call.end.done, exact: true }).click();
  }
  peer.leave();
});

test('the panel of who is rung keeps nobody out, and is whole in all fifteen languages', async ({
  product,
  openBrowser,
  viewport,
}) => {
  const page = await firstTab(await openBrowser({ ...WITH_CAMERA, reducedMotion: 'reduce' }));
  await signIn(page, RUNG);
  const name = await nameOf(product, CALLER);
  const peer = await openPeer(product, CALLER);
  const caller = callClient(peer.client);
  for (const language of languagesOn(viewport)) {
    await choose(page, language, HARD.get(language) ?? 'dark');
    const { call } = wordsOf(language);
    await expect
      .poll(async () => (await query(product, 'select 1 from online_stream where uid = $1', [RUNG])).length)
      .toBeGreaterThan(0);
    const asked = { callee: RUNG, kind: 'paid', source: 'wall', root: 'test' } as const;
    const { sid, startTime } = await caller.hears('SessionRequest', '', asked);
    caller.invite(sid, CALLER, RUNG, startTime);
    const panel = page.getByRole('alertdialog', { name: call.incoming.replace('{{name}}', name) });
    await expect(panel).toBeVisible();
    await inspect(page, language, 'the panel');
    await panel.getByRole('button', { name: call.declineWith, exact: true }).click();
    await inspect(page, language, 'replies to a call');
    await panel.getByRole('button', { name: call.reply.write, exact: true }).click();
    await expect(panel).toBeHidden();
  }
  peer.leave();
});

/** The screen says that it calls as soon as it is pressed, the hub a moment later. */
async function liveSidOf(product: Product): Promise<string> {
  let sid: unknown;
  const look = async () => {
    const [row] = await query(product, `select sid from call where callee = $1 and state <> 'ended'`, [HOST]);
    sid = row?.['sid'];
    return sid;
  };
  await expect.poll(look).toBeDefined();
  return String(sid);
}
