import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { expect } from 'playwright/test';
import sharp from 'sharp';
import { enterAsGuest, signIn, test } from '../e2e/base.ts';
import { firstTab, say, startChat } from '../e2e/pages/acts.ts';
import { uidOf } from '../e2e/pages/peer.ts';
import { newProfile } from '../harness/browser/browser.ts';
import { killBrowser } from '../harness/browser/kill-browser.ts';
import { readTable } from '../harness/browser/rows.ts';
import { composerOf, logOf } from '../harness/chat.ts';
import { startProxy } from '../harness/servers/proxy.ts';

const HOST = 9008;
const TEXTS = Array.from({ length: 20 }, (_, index) => `on the way ${index}`);
const MICROPHONE = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];

test.use({ serviceWorkers: 'allow', allowedProblems: [/WebSocket connection|ERR_|Failed to (load|fetch)/] });

type Row = {
  readonly mid: string;
  readonly tid: string;
  readonly date: number;
  readonly id: number;
  readonly payload?: { readonly kind: string; readonly body?: string; readonly items?: readonly unknown[] };
};
type Upload = { readonly state: string; readonly batch?: string };

/** The messages of a conversation in display order. */
async function rowsOf(page: Page, tid: string): Promise<readonly Row[]> {
  const rows = (await readTable(page, 'chat', 'messages')) as unknown as Row[];
  return rows.filter((row) => row.tid === tid).sort((a, b) => a.date - b.date || a.id - b.id);
}
const ofKind = (rows: readonly Row[], kind: string) => rows.filter(({ payload }) => payload?.kind === kind);
const uploadsOf = async (page: Page) => (await readTable(page, 'app', 'uploads')) as unknown as Upload[];

const files = (count: number, from: string) =>
  Promise.all(
    Array.from({ length: count }, async (_, at) => ({
      name: `${from}-${at}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await sharp({
        create: { width: 640, height: 480, channels: 3, background: { r: at * 20, g: 90, b: 120 } },
      })
        .jpeg()
        .toBuffer(),
    })),
  );

/** Chooses pictures and returns a function that sends them. */
async function choose(page: Page, count: number, caption: string): Promise<() => Promise<void>> {
  await page.getByRole('button', { name: 'More to send' }).click();
  await page.getByRole('button', { name: 'Photos', exact: true }).click();
  await page.getByLabel('Photos and videos').setInputFiles(await files(count, caption));
  const sheet = page.getByRole('dialog', { name: 'Send' });
  await sheet.getByLabel('Caption').fill(caption);
  const send = sheet.getByRole('button', { name: 'Send', exact: true });
  await expect(send).toBeEnabled();
  return async () => {
    await send.click();
    await expect(logOf(page).getByText(caption)).toBeVisible();
  };
}

/** Records until the timer runs, and sends the recording. */
async function sendVoice(page: Page): Promise<void> {
  const before = ofKind(await rowsOf(page, `u_${HOST}`), 'audio').length;
  await page.getByRole('button', { name: 'Voice', exact: true }).click();
  const recorder = page.getByRole('region', { name: 'Record' });
  await expect(recorder.getByRole('timer')).toHaveText(/[1-9]$/);
  await recorder.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(async () => ofKind(await rowsOf(page, `u_${HOST}`), 'audio').length).toBe(before + 1);
}

test('20 texts, 3 pictures, an album of 10 and 2 voice messages arrive once and in order when the browser is killed 4 times', {
  tag: '@desk',
}, async ({ openBrowser, product }) => {
  const proxy = await startProxy(product.port);
  const userDataDir = newProfile();
  const open = async (): Promise<[BrowserContext, Page]> => {
    const context = await openBrowser({ baseURL: proxy.url, userDataDir, args: MICROPHONE });
    return [context, await firstTab(context)];
  };
  let [, page] = await open();
  await enterAsGuest(page);
  const uid = await uidOf(page);
  await startChat(page, HOST);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  const there = new URL(page.url()).pathname;
  const killAndReopen = async () => {
    await killBrowser(userDataDir);
    // A killed browser leaves its lock files in the profile.
    for (const name of ['SingletonLock', 'SingletonSocket', 'SingletonCookie'])
      rmSync(join(userDataDir, name), { force: true });
    proxy.refuse(false);
    [, page] = await open();
    await page.goto(there);
    // A message that was sent is not restored as a draft.
    await expect(composerOf(page)).toHaveValue('');
  };
  const sayFive = async (from: number) => {
    for (const text of TEXTS.slice(from, from + 5)) await say(page, text);
    await expect(logOf(page).getByText(TEXTS[from + 4] ?? '', { exact: true })).toBeVisible();
  };

  // First kill: nothing was sent yet, because there is no network.
  const sendFirst = await choose(page, 1, 'picture one');
  proxy.refuse(true);
  proxy.reset();
  await sendFirst();
  await sayFive(0);
  await killAndReopen();

  // Second kill: some files of the album are uploaded and others are not.
  const sendAlbum = await choose(page, 10, 'ten of them');
  await sendAlbum();
  const album = ofKind(await rowsOf(page, `u_${HOST}`), 'image').find(({ payload }) => payload?.items?.length === 10);
  await expect
    .poll(
      async () => (await uploadsOf(page)).filter(({ batch, state }) => batch === album?.mid && state === 'done').length,
      {
        intervals: [20],
      },
    )
    .toBeGreaterThan(0);
  await sayFive(5);
  await killAndReopen();

  // Third kill: voice and picture have only just been stored.
  await sendVoice(page);
  await (await choose(page, 1, 'picture two'))();
  await sayFive(10);
  await killAndReopen();

  // Fourth kill: the last texts are being sent.
  await (await choose(page, 1, 'picture three'))();
  await sendVoice(page);
  await sayFive(15);
  await killAndReopen();

  const hostPage = await firstTab(await openBrowser());
  await signIn(hostPage, HOST);
  const got = () => rowsOf(hostPage, `u_${uid}`);
  const own = async () => (await rowsOf(page, `u_${HOST}`)).filter(({ mid }) => mid.startsWith(`u_${uid}/`));
  const summary = async () => {
    const rows = (await got()).filter(({ mid }) => mid.startsWith(`u_${uid}/`));
    const sizes = ofKind(rows, 'image').map(({ payload }) => payload?.items?.length ?? 0);
    return {
      texts: ofKind(rows, 'text').map(({ payload }) => payload?.body),
      pictures: sizes.sort((a, b) => a - b),
      voices: ofKind(rows, 'audio').length,
    };
  };
  await expect.poll(summary, { timeout: 120_000 }).toEqual({ texts: TEXTS, pictures: [1, 1, 1, 10], voices: 2 });
  // Both sides have the same order.
  const midsOf = (rows: readonly Row[]) => rows.map(({ mid }) => mid);
  const theirs = midsOf((await got()).filter(({ mid }) => mid.startsWith(`u_${uid}/`)));
  await expect.poll(async () => midsOf(await own())).toEqual(theirs);
  await proxy.close();
});
