import xml from '@xmpp/xml';
import { expect } from 'playwright/test';
import * as v from 'valibot';
import { readTable } from '../../../harness/browser/rows.ts';
import { signIn, test } from '../../base.ts';
import { bubble, composer, log, pressForInputMethod, say, startChat } from '../acts.ts';
import { openPeer, uidOf } from '../peer.ts';

const HOST = 9007;
const deleted = v.object({ retract: v.literal('done'), payload: v.object({ body: v.literal('') }) });

test('a reply quotes its message, survives a reload, and leads to the message when its quote is clicked', {
  tag: '@desk',
}, async ({ page, product }) => {
  await signIn(page, 100001);
  await startChat(page, HOST);
  const peer = await openPeer(product, HOST);
  peer.say(await uidOf(page), 'Shall we meet on Sunday?');
  const asked = bubble(page, 'Shall we meet on Sunday?');
  await asked.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Reply', exact: true }).click();
  const bar = page.getByRole('group', { name: /^Reply to / });
  await expect(bar).toContainText('Shall we meet on Sunday?');
  await expect(composer(page)).toBeFocused();

  await page.keyboard.press('Escape');
  await expect(bar).toBeHidden();
  await expect(log(page)).toBeVisible();

  // By keyboard: Enter moves from the log to the newest message, and Enter again opens its menu.
  await log(page).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Reply', exact: true }).press('Enter');
  await composer(page).fill('Gladly!');
  await expect(bar).toBeVisible();
  await composer(page).blur();
  await page.reload();
  await expect(bar).toContainText('Shall we meet on Sunday?');
  await expect(composer(page)).toHaveValue('Gladly!');
  await say(page, 'Gladly!');
  await expect(bar).toBeHidden();
  const reply = bubble(page, 'Gladly!');
  await reply.getByRole('button', { name: /Shall we meet on Sunday/ }).click();
  await expect(log(page).locator('[data-target]')).toContainText('Shall we meet on Sunday?');
  await peer.leave();
});

test('a user finds a message by search in its conversation and in all, deletes it for themselves, and edits, reacts to, forwards and deletes others', {
  tag: '@desk',
}, async ({ page, product }) => {
  await signIn(page, 100001);
  await startChat(page, HOST);
  const peer = await openPeer(product, HOST);
  for (const text of ['Işıl, Łódź, Straße 5', 'राम घर गया', 'रूम नंबर ५', 'Un café https://example.com/menu'])
    peer.say(await uidOf(page), text);
  await say(page, 'My own words');
  const theirs = log(page).getByRole('article').filter({ hasText: 'Un café' });
  // An address from a user who is not a friend is plain text and no link.
  await expect(theirs.getByText('https://example.com/menu')).toBeVisible();
  await expect(theirs.getByRole('button', { name: /example\.com/ })).toHaveCount(0);

  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Search', exact: true }).click();
  const search = page.getByRole('dialog', { name: 'Search this conversation' });
  await search.getByRole('searchbox').fill('CAFE');
  await search.getByRole('button', { name: /Un café/ }).click();
  await expect(search).toBeHidden();
  await expect(log(page).locator('[data-target]')).toContainText('Un café');

  await page.goto('/message');
  await page.getByRole('button', { name: 'Search messages' }).click();
  const everywhere = page.getByRole('dialog', { name: 'Search', exact: true });
  for (const [typed, found] of [
    ['lodz', ['Łódź']],
    ['STRASSE ışıl', ['Işıl', 'Straße']],
    ['राम', ['राम']],
  ] as const) {
    await everywhere.getByRole('searchbox').fill(typed);
    await expect(everywhere.locator('mark')).toHaveText(found);
  }
  await everywhere.getByRole('searchbox').fill('MENU cafe');
  await expect(everywhere.locator('mark')).toHaveText(['café', 'menu']);
  await everywhere.getByRole('button', { name: /Un café/ }).click();
  await expect(log(page).locator('[data-target]')).toContainText('Un café');
  // The conversation is not led to the message again when it is left and opened again.
  await page.goBack();
  await expect(theirs).toHaveCount(0);
  const jumps = await page.evaluateHandle(() => {
    const seen = { times: 0 };
    new MutationObserver(() => {
      if (document.querySelector('[data-target]')) seen.times += 1;
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
    return seen;
  });
  await page.goForward();

  await theirs.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Delete for me', exact: true }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(theirs).toHaveCount(0);
  expect(await jumps.jsonValue()).toEqual({ times: 0 });
  await page.reload();
  await expect(bubble(page, 'My own words')).toBeVisible();
  await expect(theirs).toHaveCount(0);

  await composer(page).fill('half a draft');
  await bubble(page, 'My own words').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
  const editor = page.getByRole('textbox', { name: 'Message text' });
  await expect(editor).toBeFocused();
  await editor.fill('Another text');
  await page.keyboard.press('Escape');
  await expect(composer(page)).toHaveValue('half a draft');
  await composer(page).fill('');
  await bubble(page, 'My own words').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
  await expect(editor).toHaveValue('My own words');
  await editor.fill('My better words');
  await pressForInputMethod(editor, 'Enter');
  await pressForInputMethod(editor, 'Escape');
  await expect(editor).toHaveValue('My better words');
  await editor.press('Enter');
  const better = log(page).getByRole('article').filter({ hasText: 'My better words' });
  await expect(better.getByText(/^Edited /)).toBeVisible();
  const typo = peer.say(await uidOf(page), 'See you at fife');
  await expect(bubble(page, 'See you at fife')).toBeVisible();
  peer.correct(await uidOf(page), typo, 'See you at five');
  await expect(
    log(page)
      .getByRole('article')
      .filter({ hasText: 'See you at five' })
      .getByText(/^Edited /),
  ).toBeVisible();
  await expect(bubble(page, 'See you at fife')).toHaveCount(0);

  const five = log(page).getByRole('article').filter({ hasText: 'See you at five' });
  await five.click({ button: 'right' });
  await page.getByRole('menuitemcheckbox', { name: 'React with 🔥' }).click();
  const fire = five.getByRole('button', { name: /^🔥 from you$/ });
  await expect(fire).toHaveAttribute('aria-pressed', 'true');
  peer.react(await uidOf(page), typo, '🔥', '🦊');
  await expect(five.getByRole('button', { name: /^🔥 2 from you and / })).toHaveText('🔥2');
  await five.getByRole('button', { name: /^🔥 2 from you and / }).click();
  await expect(five.getByRole('button', { name: /^🔥 from (?!you)/ })).toHaveAttribute('aria-pressed', 'false');
  await expect(five.getByRole('button', { name: /^🦊 from / })).toBeVisible();

  await bubble(page, 'My better words').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Forward', exact: true }).click();
  const whom = page.getByRole('dialog', { name: 'Forward to' });
  await whom.getByRole('button').filter({ hasText: '(demo)' }).first().click();
  await expect(bubble(page, 'My better words')).toHaveCount(2);

  await bubble(page, 'My better words').first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Delete for everyone', exact: true }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(bubble(page, 'My better words')).toHaveCount(1);
  // The server has accepted it: the device has no content any more.
  await expect
    .poll(async () => (await readTable(page, 'chat', 'messages')).filter((row) => v.is(deleted, row)).length)
    .toBe(1);
  const wrong = peer.say(await uidOf(page), 'Not for you');
  await expect(bubble(page, 'Not for you')).toBeVisible();
  peer.retract(await uidOf(page), wrong);
  await expect(bubble(page, 'Not for you')).toHaveCount(0);
  await expect(log(page).getByText('This message was deleted.')).toHaveCount(2);
  await peer.leave();
});

test('the typing indicator is shown while the peer types, and disappears when the message arrives', {
  tag: '@desk',
}, async ({ page, product }) => {
  await signIn(page, 100001);
  await startChat(page, HOST);
  await say(page, 'Hello');
  const peer = await openPeer(product, HOST);
  const uid = await uidOf(page);
  const notice = xml(
    'message',
    { xmlns: 'jabber:client', type: 'chat', to: `u_${uid}@localhost`, id: 'typing-notice' },
    xml('composing', { xmlns: 'http://jabber.org/protocol/chatstates' }),
  );
  peer.client.send(notice);
  await expect(page.getByText('is typing…')).toBeVisible();
  peer.say(uid, 'Here I am');
  await expect(bubble(page, 'Here I am')).toBeVisible();
  await expect(page.getByText('is typing…')).toBeHidden();
  await peer.leave();
});
