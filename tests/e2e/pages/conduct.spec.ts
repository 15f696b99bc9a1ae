import { expect } from 'playwright/test';
import { enterAsGuest, test } from '../base.ts';
import { bubble, thread } from './acts.ts';
import { nameOf, query } from './database.ts';
import { openPeer, uidOf } from './peer.ts';

const RUDE = 264457002;

test('a message is reported from its menu, and the team gets it as it was sent', { tag: '@desk' }, async ({
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
