import { expect } from 'playwright/test';
import { type Product, startProduct } from '../../../harness/browser/product.ts';
import { enterAsGuest, test } from '../../base.ts';
import { bubble, say, startTalk, thread } from '../acts.ts';
import { nameOf, query } from '../database.ts';
import { openPeer, uidOf } from '../peer.ts';

const RUDE = 264457002;
const STRANGER = 264457003;

test('a user reports a message from its menu, and the team receives its original text', { tag: '@desk' }, async ({
  page,
  product,
}) => {
  await enterAsGuest(page);
  const uid = await uidOf(page);
  const peer = await openPeer(product, RUDE);
  const name = await nameOf(product, RUDE);
  peer.say(uid, 'Good evening', name);
  peer.say(uid, 'You are a fool', name);
  await thread(page, name).click();
  await bubble(page, 'You are a fool').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Report', exact: true }).click();

  const dialog = page.getByRole('dialog', { name: `Report ${name}` });
  const messages = dialog.getByRole('group', { name: 'Messages to show our team' });
  await expect(messages.getByRole('checkbox', { name: /^You are a fool/ })).toBeChecked();
  await expect(messages.getByRole('checkbox', { name: /^Good evening/ })).not.toBeChecked();
  await dialog.getByRole('radio', { name: 'Insults or threatens' }).check();
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(dialog.getByRole('heading', { name: 'Thank you' })).toBeVisible();

  const filed = () =>
    query(
      product,
      `select reason, sealed, payload ->> 'body' as body
       from report join report_message using (ticket) where uid = $1 order by place`,
      [uid],
    );
  await expect.poll(filed).toEqual([{ reason: 'abuse', sealed: true, body: 'You are a fool' }]);
  await peer.leave();
});

/** A product with rate limits on: only there are messages to strangers counted. */
const limited = test.extend<{ product: Product }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies of a fixture from its pattern.
  product: async ({}, use) => {
    const product = await startProduct({ rateLimits: true });
    await use(product);
    await product.stop();
  },
});

limited(
  'a user who has sent three messages to a stranger must wait, and can write again when the stranger answers',
  { tag: '@phone' },
  async ({ page, product }) => {
    await enterAsGuest(page);
    const uid = await uidOf(page);
    await startTalk(page, STRANGER);
    const lock = page.getByRole('status').filter({ hasText: 'they reply' });
    await expect(lock).toHaveText('You can send 3 more messages until they reply.');
    for (const [words, said] of [
      ['One', 'You can send 2 more messages until they reply.'],
      ['Two', 'You can send 1 more message until they reply.'],
      ['Three', 'You can write again once they reply.'],
    ] as const) {
      await say(page, words);
      await expect(lock).toHaveText(said);
    }
    await say(page, 'Four');
    await expect(bubble(page, 'Four')).toContainText('Wait for an answer before you write again.');

    const peer = await openPeer(product, STRANGER);
    peer.say(uid, 'Here I am');
    await expect(bubble(page, 'Here I am')).toBeVisible();
    await expect(lock).toHaveCount(0);
    await bubble(page, 'Four').getByRole('button', { name: 'Send again' }).click();
    await expect(bubble(page, 'Four')).not.toContainText('Wait for an answer');
    peer.leave();
  },
);
