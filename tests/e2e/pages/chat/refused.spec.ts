import { expect } from 'playwright/test';
import { enterAsGuest, test } from '../../base.ts';
import {
  bubble,
  bubbles,
  knockUntilRefused,
  leaveConversation,
  say,
  sendAgainUntilTaken,
  startChat,
  thread,
} from '../acts.ts';
import { query } from '../database.ts';
import { openPeer, uidOf } from '../peer.ts';

test('a refused message says why, and the user can send it again or delete it', { tag: '@desk' }, async ({
  page,
  product,
}) => {
  await enterAsGuest(page);
  const uid = await uidOf(page);
  await startChat(page, 9010);
  await say(page, 'Nice to meet you');
  await expect(bubble(page, 'Nice to meet you').getByRole('img', { name: 'Sent' })).toBeVisible();
  await query(product, 'insert into block (owner_uid, blocked_uid) values (9010, $1)', [uid]);

  await knockUntilRefused(page);
  await say(page, 'Are you there?');
  const refused = bubble(page, 'Are you there?');
  await expect(refused.getByRole('img', { name: 'Not sent' })).toBeVisible();
  // A blocked user reads the same as if the host did not exist.
  await expect(refused).toContainText('This person cannot be reached right now.');
  await refused.getByRole('button', { name: 'Send again' }).click();
  await expect(refused.getByRole('img', { name: 'Not sent' })).toBeVisible();
  await expect(bubble(page, 'Nice to meet you')).toBeVisible();

  await leaveConversation(page);
  await expect(thread(page, 'Chloe (demo)').getByRole('img', { name: 'Not sent' })).toBeVisible();
  await thread(page, 'Chloe (demo)').click();
  await query(product, 'delete from block where owner_uid = 9010 and blocked_uid = $1', [uid]);
  await refused.getByRole('button', { name: 'Send again' }).click();
  await sendAgainUntilTaken(page, 'Are you there?');
  await expect(refused).not.toContainText('cannot be reached');

  await query(product, 'insert into block (owner_uid, blocked_uid) values (9010, $1)', [uid]);
  await knockUntilRefused(page);
  await say(page, 'Never mind');
  await expect(bubble(page, 'Never mind').getByRole('img', { name: 'Not sent' })).toBeVisible();
  await bubble(page, 'Never mind').getByRole('button', { name: 'Delete' }).click();
  await expect(bubble(page, 'Never mind')).toHaveCount(0);
  const kept = await bubbles(page).count();
  await page.reload();
  await expect(bubble(page, 'Are you there?')).toBeVisible();
  await expect(bubbles(page)).toHaveCount(kept);
});

test('a sensitive message stays covered until it is clicked, and an indecent one is removed', { tag: '@desk' }, async ({
  page,
  product,
}) => {
  await enterAsGuest(page);
  const [uid, peer] = [await uidOf(page), await openPeer(product, 9011)];
  await startChat(page, 9011);
  peer.say(uid, 'write to me on WhatsApp');
  await expect(bubbles(page).getByText('Sensitive message')).toBeVisible();
  await expect(page.getByText('WhatsApp')).toHaveCount(0);
  await bubbles(page).getByRole('button', { name: 'Sensitive message Tap to view' }).click();
  await expect(bubble(page, 'write to me on WhatsApp')).toBeVisible();

  peer.say(uid, 'free porn for you');
  await expect(bubbles(page)).toHaveCount(2);
  await expect(bubbles(page).last()).toContainText('This message was removed: it breaks our rules.');
  await expect(page.getByText('for you')).toHaveCount(0);

  // With bits 1 and 4 together the message is dropped without a placeholder.
  peer.say(uid, 'free crypto giveaway');
  peer.say(uid, 'and good night');
  await expect(bubble(page, 'and good night')).toBeVisible();
  await expect(bubbles(page)).toHaveCount(3);
  peer.leave();
});
