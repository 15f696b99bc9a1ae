import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { enterAsGuest, test } from '../base.ts';
import { bubbles, composer, log, startChat, thread, threads } from './acts.ts';
import { addRows } from './installed/storage.ts';
import { PAYLOADS } from './payloads.ts';
import { openPeer, uidOf } from './peer.ts';

const BATCH = 20;

/** Returns a function that lists every effect of a payload: dialogs, popups, calls of `ran()` and injected elements. */
async function watchFor(page: Page): Promise<() => Promise<string[]>> {
  const done: string[] = [];
  page.on('dialog', (dialog) => {
    done.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('popup', (popup) => done.push(`popup ${popup.url()}`));
  await page.exposeFunction('ran', () => done.push('ran'));
  return async () => {
    // Portraits come only from the product's media host.
    const picture = 'img:not([src^="/media/"])';
    const foreign = `body :is(script, iframe, object, embed, ${picture}, video, audio, form form, base, meta, math, style)`;
    const elements = page.locator(
      `${foreign}, body [href^="javascript:" i], body [onerror], body [onload], body [onfocus]`,
    );
    return [...done, ...(await elements.evaluateAll((found) => found.map(({ outerHTML }) => outerHTML)))];
  };
}

test("texts and names of a stranger are shown literally, run nothing, and do not change the host's name", {
  tag: '@desk',
}, async ({ page, product }) => {
  const harm = await watchFor(page);
  await enterAsGuest(page);
  await startChat(page, 9004);
  const [uid, peer] = [await uidOf(page), await openPeer(product, 9004)];
  for (let from = 0; from < PAYLOADS.length; from += BATCH) {
    const batch = PAYLOADS.slice(from, from + BATCH);
    for (const payload of batch) peer.say(uid, payload, payload);
    const last = batch.at(-1) ?? '';
    await expect(bubbles(page).last().getByText(last, { exact: true })).toBeVisible();
    await expect(log(page)).toHaveAccessibleName('Messages with Aylin (demo)');
    await expect(threads(page).getByRole('listitem').first()).toContainText(last.slice(0, 140).trim());
    expect(await harm()).toEqual([]);
  }
  peer.leave();
});

test('names, last messages and drafts in the list of conversations are shown literally and run nothing', {
  tag: '@desk',
}, async ({ page }) => {
  const harm = await watchFor(page);
  await enterAsGuest(page);
  // Older than the welcome message, which stays first.
  const now = Date.now() - 3_600_000;
  const rows = PAYLOADS.map((payload, index) => {
    const uid = 50_000 + index;
    const linkedUser = { jid: `u_${uid}@localhost`, uid, nickName: payload };
    const last = {
      lastDate: now - index,
      lastFacts: { kind: 'text', body: payload },
      lastMid: '',
      lastOut: false,
      lastState: 'success',
    };
    return { id: uid, tid: `u_${uid}`, mainJid: '', linkedJid: linkedUser.jid, linkedUser, unread: 0, ...last };
  });
  await addRows(page, 'chat', 'threads', rows);
  await addRows(
    page,
    'app',
    'drafts',
    rows.filter((_, index) => index % 2 === 1).map(({ tid, lastFacts }) => ({ tid, text: lastFacts.body })),
  );
  await page.reload();
  const all = threads(page).getByRole('listitem');
  await expect(all.first()).toBeVisible();
  await expect(async () => {
    await all.last().scrollIntoViewIfNeeded();
    await expect(all).toHaveCount(PAYLOADS.length + 1, { timeout: 500 });
  }).toPass();
  for (const [index, payload] of PAYLOADS.entries()) {
    if (index % 10 > 1) continue;
    await expect(all.nth(index + 1).getByText(payload, { exact: true })).not.toHaveCount(0);
  }
  expect(await harm()).toEqual([]);

  for (const index of [1, 25, 49]) {
    const payload = PAYLOADS[index] ?? '';
    await thread(page, payload).first().click();
    await expect(composer(page)).toHaveValue(payload);
    await expect(page.getByRole('heading', { name: payload, exact: true })).toBeVisible();
  }
  expect(await harm()).toEqual([]);
});
