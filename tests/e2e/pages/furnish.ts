import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import type { Product } from '../../harness/product.ts';
import { bubble, bubbles, enterAsGuest, say, startChat } from './acts.ts';
import { query } from './database.ts';
import { openPeer, uidOf } from './peer.ts';
import { HOST } from './screens.ts';

/** A guest with a conversation that shows everything a conversation can: all states, covered words, a divider. */
export async function furnish(page: Page, product: Product): Promise<void> {
  await enterAsGuest(page);
  const [uid, peer] = [await uidOf(page), await openPeer(product, HOST.uid)];
  await startChat(page, HOST.uid);
  await say(page, 'Hello there');
  peer.say(uid, 'Hello! Lovely to hear from you.');
  await expect(bubble(page, 'Hello! Lovely to hear from you.')).toBeVisible();
  peer.say(uid, 'write to me on WhatsApp');
  await expect(bubbles(page).getByText('Sensitive message')).toBeVisible();
  await query(product, 'insert into block (owner_uid, blocked_uid) values ($1, $2)', [HOST.uid, uid]);
  await say(page, 'This one is refused');
  await expect(bubbles(page).getByRole('img', { name: 'Not sent' })).toBeVisible();
  peer.leave();
}
