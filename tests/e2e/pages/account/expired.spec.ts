import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { expect } from 'playwright/test';
import { endpoints } from '../../../../contract/endpoints.ts';
import { UPLOAD_PATH } from '../../../../contract/media/media.ts';
import { PART_BYTES } from '../../../../contract/media/rules.ts';
import type { Product } from '../../../harness/browser/product.ts';
import { envelope } from '../../../harness/envelope.ts';
import { startProxy } from '../../../harness/servers/proxy.ts';
import { enterAsGuest, test } from '../../base.ts';
import { firstTab } from '../acts.ts';
import { query } from '../database.ts';
import { sessionOf } from '../peer.ts';

const CLIP = new URL('../../../../demo/media/9002.mp4', import.meta.url);
/** The largest file that the page accepts. */
const LARGEST_BYTES = 50_000_000;
const PARTS = Math.ceil(LARGEST_BYTES / PART_BYTES);
/** Includes the time that the clip waits for the upload host to encode other clips. */
const ENCODED_WITHIN_MS = 90_000;

/** A real clip padded to the largest size with an MP4 `free` box, which players skip. */
function largestClip(path: string): string {
  const clip = readFileSync(CLIP);
  const padding = Buffer.alloc(LARGEST_BYTES - clip.length);
  padding.writeUInt32BE(padding.length);
  padding.write('free', 4, 'latin1');
  writeFileSync(path, Buffer.concat([clip, padding]));
  return path;
}

/** The number of logged requests to a path, by response status, from log line `from` on. */
function answersTo(product: Product, path: string, from: number): Record<string, number> {
  const lines = product.logs().split('\n').slice(from);
  const found = lines
    .filter((line) => line.includes(`"path":"${path}"`))
    .map((line) => JSON.parse(line) as { status: number });
  return Object.fromEntries(
    Map.groupBy(found, ({ status }) => status)
      .entries()
      .map(([status, all]) => [status, all.length]),
  );
}

test.use({ serviceWorkers: 'allow', allowedProblems: [/ERR_|WebSocket connection|Failed to (load|fetch)|40[01]/] });

test(
  'changes and a 50 MB upload made after the token was revoked are sent once, after the user signs in again',
  { tag: '@phone' },
  async ({ openBrowser, product }, testInfo) => {
    test.setTimeout(300_000);
    const clip = largestClip(testInfo.outputPath('clip.mp4'));
    const network = await startProxy(product.port);
    try {
      const context = await openBrowser({ baseURL: network.url });
      const page = await firstTab(context);
      await enterAsGuest(page);
      const { uid, jid, vcToken } = await sessionOf(page);
      const editor = await context.newPage();
      await editor.goto('/editprofile');
      await expect(editor.getByRole('heading', { name: 'Edit profile' })).toBeVisible();
      await page.goto('/anchorprofile?uid=9006');
      await page.getByRole('button', { name: /^(Report or block|More)$/ }).click();
      await page.getByRole('menuitem', { name: 'Block' }).click();
      const confirm = page.getByRole('dialog', { name: /^Block / });
      await expect(confirm).toBeVisible();
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
      const begun = product.logs().split('\n').length - 1;

      network.refuse(true);
      network.reset();
      // Signs out through the API, so that this device is not notified.
      await fetch(`${product.url}${endpoints.logout.path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': crypto.randomUUID(),
          authorization: `Bearer ${vcToken}`,
          'x-token': vcToken,
        },
        body: JSON.stringify(envelope({}, { id: uid, jid, role: 2, vcToken, nickName: '' })),
      });
      await confirm.getByRole('button', { name: 'Block', exact: true }).click();
      await expect(confirm).toHaveCount(0);
      await editor.getByLabel('Add a clip').setInputFiles(clip);
      await expect(editor.getByRole('progressbar')).toBeVisible();
      await editor.getByLabel('About', { exact: true }).fill('Written while signed out');
      await editor.getByRole('button', { name: 'Save changes' }).click();
      await expect(editor.getByText(/^(Saved on this device|Your profile is saved)/)).toBeVisible();

      network.refuse(false);
      await expect(page.getByText('Your session has ended')).toBeVisible({ timeout: 60_000 });
      expect(await query(product, 'select 1 from block where owner_uid = $1', [uid])).toEqual([]);
      await expect(editor.getByRole('progressbar')).toBeVisible();

      await page.getByRole('link', { name: 'Sign in again' }).click();
      await page.getByRole('button', { name: 'Continue as guest' }).click();
      const stored = () =>
        query(
          product,
          `select about, jsonb_array_length(to_jsonb(videos)) as clips,
          (select array_agg(blocked_uid) from block where owner_uid = uid) as blocked,
          (select count(*)::int from media where owner_uid = uid and kind = 'clip') as kept
        from profile where uid = $1`,
          [uid],
        );
      const all = { about: 'Written while signed out', clips: 1, blocked: ['9006'], kept: 1 };
      await expect.poll(stored, { timeout: ENCODED_WITHIN_MS }).toEqual([all]);

      expect((await sessionOf(page)).uid).toBe(uid);
      // The server logs a response after it has stored the change.
      await expect.poll(() => answersTo(product, endpoints.updateProfile.path, begun)['200']).toBe(2);
      await expect.poll(() => answersTo(product, endpoints.changeRelation.path, begun)['200']).toBe(1);
      const uploads = () => answersTo(product, UPLOAD_PATH, begun);
      // Each chunk is sent once. Each start of the upload, on a slow machine also one after a lost answer, asks for the number of stored
      // bytes.
      await expect.poll(() => uploads()['200']).toBeGreaterThanOrEqual(PARTS);
      expect(uploads()['200']).toBeLessThanOrEqual(PARTS + 3);
      // At most one request finds out that the token is revoked.
      expect(uploads()['401'] ?? 0).toBeLessThanOrEqual(1);
    } finally {
      await network.close();
      rmSync(clip);
    }
  },
);
