import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { enterAsGuest, test } from '../../base.ts';
import {
  bubble,
  bubbles,
  composer,
  leaveConversation,
  pressForInputMethod,
  say,
  sendButton,
  startChat,
  thread,
} from '../acts.ts';

// `execCommand('insertText')`, which keeps what can be undone, does nothing in the headless shell.
test.use({ hasWindows: true });

test.describe('with a keyboard', () => {
  test('Shift+Enter makes a new line, Enter sends, and keys of an input method do neither', { tag: '@desk' }, async ({
    page,
  }) => {
    await enterAsGuest(page);
    await startChat(page, 9003);
    await composer(page).pressSequentially('one');
    await composer(page).press('Shift+Enter');
    await composer(page).pressSequentially('two');
    await expect(composer(page)).toHaveValue('one\ntwo');
    await composer(page).press('Enter');
    await expect(composer(page)).toHaveValue('');
    await expect(bubbles(page).getByText('one\ntwo')).toHaveCSS('white-space-collapse', 'preserve');
    await composer(page).press('Enter');
    await expect(bubbles(page)).toHaveCount(1);

    await composer(page).fill('half a sentence');
    await pressForInputMethod(composer(page), 'Enter');
    await pressForInputMethod(composer(page), 'Escape');
    await expect(composer(page)).toHaveValue('half a sentence');
    await page.getByRole('button', { name: 'More to send' }).click();
    await page.getByRole('button', { name: 'Sticker', exact: true }).click();
    const stickers = page.getByRole('region', { name: 'Stickers' });
    await expect(stickers).toBeVisible();
    await pressForInputMethod(stickers, 'Escape');
    await expect(stickers).toBeVisible();
    await stickers.getByRole('button').first().press('Escape');
    await expect(stickers).toBeHidden();
    await expect(bubbles(page)).toHaveCount(1);
    await composer(page).press('Escape');
    await expect(composer(page)).toBeHidden();
    await page.goto('/message/u_9003');
    await expect(composer(page)).toHaveValue('half a sentence');
  });
});

test.describe('with a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true });

  test('Enter makes a new line, the button sends, and so does Control+Enter of a keyboard', { tag: '@phone' }, async ({
    page,
  }) => {
    await enterAsGuest(page);
    await startChat(page, 9003);
    await composer(page).tap();
    await page.keyboard.type('one');
    await page.keyboard.press('Enter');
    await page.keyboard.type('two');
    await expect(composer(page)).toHaveValue('one\ntwo');
    await sendButton(page).tap();
    await expect(composer(page)).toHaveValue('');
    await expect(bubbles(page)).toHaveCount(1);
    await composer(page).tap();
    await page.keyboard.type('three');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(composer(page)).toHaveValue('');
    await expect(bubbles(page)).toHaveCount(2);
  });
});

test('an inserted emoji can be undone, and a draft is gone in a second tab when it is sent in the first', {
  tag: '@desk',
}, async ({ page, context }) => {
  await enterAsGuest(page);
  await startChat(page, 9003);
  await composer(page).pressSequentially('hello !');
  await composer(page).press('ArrowLeft');
  await page.getByRole('button', { name: 'Emoji', exact: true }).click();
  const picker = page.getByRole('region', { name: 'Emoji' });
  await picker.getByRole('searchbox', { name: 'Search emoji' }).fill('rocket');
  await picker.getByRole('button', { name: 'rocket', exact: true }).click();
  await expect(composer(page)).toHaveValue('hello 🚀!');
  await composer(page).press('ControlOrMeta+z');
  await expect(composer(page)).toHaveValue('hello !');
  await composer(page).press('ControlOrMeta+Shift+z');
  await expect(composer(page)).toHaveValue('hello 🚀!');

  const second = await context.newPage();
  await second.goto('/message/u_9003');
  await expect(composer(second)).toHaveValue('hello 🚀!');
  await composer(second).press('End');
  await composer(second).pressSequentially('!');
  await expect(composer(page)).toHaveValue('hello 🚀!!');
  await sendButton(second).click();
  await expect(bubbles(page)).toHaveCount(1);
  await expect(composer(page)).toHaveValue('');
});

test('a transfer with files opens the preview, or says where to drop them, and cells of a spreadsheet are text', {
  tag: '@desk',
}, async ({ page }) => {
  await enterAsGuest(page);
  /** Drags a file over the page. An event that is not cancelled makes the browser navigate to the file. */
  const isTaken = (type: 'dragover' | 'drop') =>
    page.evaluate((kind) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['x'], 'a.txt'));
      return !document.body.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer }));
    }, type);
  await expect.poll(() => isTaken('dragover')).toBe(true);
  expect(await isTaken('drop')).toBe(true);
  await expect(page.getByText('Open a conversation and drop files there')).toBeVisible();
  await startChat(page, 9003);
  /** Dispatches the event beside the input, as when the messages have the focus. */
  const transfer = (kind: 'paste' | 'drop', text: string) =>
    composer(page).evaluate(
      (input, [type, words]) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array([0x89, 0x50])], 'image.png', { type: 'image/png' }));
        if (words !== '') data.setData('text/plain', words);
        const init = { bubbles: true, cancelable: true };
        const event =
          type === 'paste'
            ? new ClipboardEvent(type, { ...init, clipboardData: data })
            : new DragEvent(type, { ...init, dataTransfer: data });
        input.closest('form')?.dispatchEvent(event);
      },
      [kind, text] as const,
    );
  await transfer('paste', '12\t34');
  await expect(composer(page)).toHaveValue('12\t34');
  await transfer('drop', ' and 56');
  await expect(composer(page)).toHaveValue('12\t34 and 56');
  await expect(page.getByRole('dialog')).toBeHidden();
  await transfer('paste', '');
  await expect(page.getByRole('dialog')).toBeVisible();
});

test.describe('with a folder', () => {
  // The browser offers a folder as a file that it cannot read.
  test.use({ allowedProblems: [/ERR_FILE_NOT_FOUND \(blob:/] });
  test(
    'a dropped folder is refused with a sentence, and a file can be dropped after it',
    {
      tag: '@desk',
    },
    async ({ page }, testInfo) => {
      await enterAsGuest(page);
      await startChat(page, 9003);
      const folder = testInfo.outputPath('Holiday pictures');
      mkdirSync(folder);
      const sheet = page.getByRole('dialog', { name: 'Send' });
      await dropPath(page, folder);
      await expect(sheet.getByText('That file can no longer be read')).toBeVisible();
      await expect(sheet.getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
      // The field still has the focus in the moment in which the sheet opens.
      await page.getByPlaceholder('Write a message').dispatchEvent('keydown', { key: 'Escape' });
      await expect(sheet).toBeHidden();
      await dropPath(page, 'public/stickers/gem/party.webp');
      await expect(sheet.getByRole('img')).toBeVisible();
    },
  );
});

/** Drops a file or folder of the disk on the page, as a file manager does. */
async function dropPath(page: Page, path: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [resolve(path)], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 400, y: 300, data });
  await session.detach();
}

test('a pasted text keeps its lines', { tag: '@phone' }, async ({ page, context }) => {
  await enterAsGuest(page);
  await startChat(page, 9003);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(() => navigator.clipboard.writeText('first line\r\n\r\n  third line  '));
  await composer(page).focus();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(composer(page)).toHaveValue('first line\n\n  third line  ');
  await sendButton(page).click();
  await expect(bubbles(page).getByText('first line\n\n  third line')).toBeVisible();
});

test('a draft is kept when the user leaves the conversation or reloads, and is gone once it is sent', {
  tag: '@phone',
}, async ({ page }) => {
  await enterAsGuest(page);
  await startChat(page, 9003);
  await composer(page).fill('I wanted to say');
  await leaveConversation(page);
  await expect(thread(page, 'Amira (demo)')).toContainText('Draft: I wanted to say');
  await thread(page, 'Amira (demo)').click();
  await expect(composer(page)).toHaveValue('I wanted to say');
  await composer(page).fill('I wanted to say sorry');
  await page.reload();
  await expect(composer(page)).toHaveValue('I wanted to say sorry');
  await sendButton(page).click();
  await expect(bubble(page, 'I wanted to say sorry')).toBeVisible();
  await page.reload();
  await expect(bubble(page, 'I wanted to say sorry')).toBeVisible();
  await expect(composer(page)).toHaveValue('');
});

test('links, markup, Arabic and emoji in messages are shown as typed', { tag: '@desk' }, async ({ page }) => {
  await enterAsGuest(page);
  await startChat(page, 9003);
  for (const text of ['see https://example.com/a?b=c', '<b>bold</b> & <script>alert(1)</script>', '**not bold**']) {
    await say(page, text);
    await expect(bubble(page, text)).toBeVisible();
  }
  await expect(bubbles(page).getByRole('link')).toHaveCount(0);
  await expect(bubbles(page).getByRole('strong')).toHaveCount(0);

  await say(page, 'مرحبا، كيف حالك؟');
  const arabic = bubbles(page).getByText('مرحبا، كيف حالك؟');
  await expect(arabic).toBeVisible();
  expect(await arabic.evaluate((words) => words.matches(':dir(rtl)'))).toBe(true);

  await say(page, '👩‍👩‍👧‍👦🎉');
  await say(page, '👩‍👩‍👧‍👦🎉 at last');
  const sizeOf = (text: string) =>
    bubbles(page)
      .getByText(text, { exact: true })
      .evaluate((words) => Number.parseFloat(getComputedStyle(words).fontSize));
  expect(await sizeOf('👩‍👩‍👧‍👦🎉')).toBeGreaterThan((await sizeOf('👩‍👩‍👧‍👦🎉 at last')) * 1.5);
});

test('a message that is too long or draws nothing cannot be sent, and the remaining characters are shown near the limit', {
  tag: '@phone',
}, async ({ page }) => {
  await enterAsGuest(page);
  await startChat(page, 9003);
  await composer(page).fill('a'.repeat(3_900));
  await expect(page.getByText('100 characters left').first()).toBeVisible();
  await expect(sendButton(page)).toBeEnabled();
  await composer(page).fill('a'.repeat(4_001));
  await expect(page.getByText('1 character too long').first()).toBeVisible();
  await expect(sendButton(page)).toBeDisabled();
  // The page refuses them itself: the core, which would refuse them too, is never asked. Its notice would be gone before the end.
  await page.evaluate(() => {
    const look = () => {
      if (document.body.textContent.includes('Write something first.')) Reflect.set(window, 'isCoreAsked', true);
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  });
  for (const blank of ['\u3164', '\u200b\u2060', '\u2800 \ufe0f', '\u0301']) {
    await composer(page).fill(blank);
    await composer(page).press('ControlOrMeta+Enter');
    await expect(composer(page)).toHaveValue(blank);
    await expect(sendButton(page)).toHaveCount(0);
  }
  await say(page, 'These are words');
  await expect(bubble(page, 'These are words')).toBeVisible();
  await expect(bubbles(page)).toHaveCount(1);
  expect(await page.evaluate(() => Reflect.get(window, 'isCoreAsked'))).toBeUndefined();
});
