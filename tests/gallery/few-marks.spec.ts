import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { test } from './base.ts';
import { withSuffix } from './long-names.ts';
import type { Screen } from './screen.ts';
import { CHAT_SCREENS } from './screens/chat.ts';
import { KIND_SCREENS } from './screens/kinds.ts';
import { draw, openGallery } from './sweep.ts';

/** A letter with 200 marks, which would overlap ten lines. */
const TALL = ` Z${'\u0301\u0336'.repeat(100)}`;
/** Screens that draw what the other user wrote, with what they draw of each kind. */
const DRAWN: readonly (readonly [name: string, texts: readonly RegExp[]])[] = [
  ['every kind of message', [/^Mostly rain Z/, /^Kadıköy, İstanbul Z/, /^For the lamp Z/, /^Owls\? Z/, /^Owls Z/]],
  ['conversation with every bubble', [/^Are you there\? Z/]],
  ['search in a conversation', [/there.* Z/]],
];

const screens: readonly Screen[] = [...CHAT_SCREENS, ...KIND_SCREENS];

/** Returns the texts of the page, with the names of its controls and pictures. */
const textsOf = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) found.push(texts.currentNode.nodeValue ?? '');
    return [...found, ...Array.from(document.querySelectorAll('[aria-label]'), ({ ariaLabel }) => ariaLabel ?? '')];
  });

for (const [name, texts] of DRAWN) {
  test(`the texts of another user are drawn with few marks on a letter: ${name}`, async ({ openGalleryOf }) => {
    const { page, network } = await openGalleryOf('gemcall', 'phone');
    const screen = screens.find((one) => one.name === name);
    if (!screen || typeof screen.rows === 'function') throw new RangeError(`There is no screen "${name}"`);
    await openGallery(page);
    const { messages = [] } = screen.rows;
    await draw(page, network, {
      ...screen,
      rows: { ...screen.rows, messages: withSuffix(messages, TALL) },
      shows: (drawn) => drawn.getByText(texts[0] ?? '').first(),
    });
    for (const text of texts) await expect(page.getByText(text).first()).toBeAttached();
    expect((await textsOf(page)).filter((text) => /[\p{Mn}\p{Me}]{7}/u.test(text))).toEqual([]);
  });
}
