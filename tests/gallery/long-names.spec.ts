import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { cleanNick } from '../../contract/people/nick.ts';
import { test } from './base.ts';
import { PEOPLE } from './rows/people.ts';
import { CALL_SCREENS } from './screens/calls.ts';
import { CHAT_SCREENS } from './screens/chat.ts';
import { DISCOVERY_SCREENS } from './screens/discovery.ts';
import { GIFT_SCREENS } from './screens/gifts.ts';
import { PEOPLE_SCREENS } from './screens/people.ts';
import { draw, isVariant, openGallery, screensOf } from './sweep.ts';

const NAMES = PEOPLE.map(({ nickName }) => nickName);
/** The widest, the tallest and the longest names, as every client shows them. */
const LONG = [
  'W'.repeat(32),
  `Z${'\u0301\u0336'.repeat(100)}`.repeat(16),
  'Donaudampfschifffahrtsgesellsch',
  'ณัฐวรรธน์ภัทรพงศ์ศิริโชติวัฒนากุล',
  'عبد الرحمن بن عبد العزيز (Ana)',
].map(cleanNick);

/** Replaces the names on the page by a long one and returns the controls that this moves out of the window. */
const controlsOutside = (page: Page, name: string) =>
  page.evaluate(
    ([names, long]) => {
      const isInside = (control: Element) => {
        const { left, right } = control.getBoundingClientRect();
        return left > -2 && right < innerWidth + 2;
      };
      const controls = [...document.querySelectorAll('button, a[href], input, textarea')].filter(isInside);
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const pattern = new RegExp(names.join('|'), 'g');
      const replaced: [Node, string][] = [];
      while (texts.nextNode()) {
        const { currentNode } = texts;
        const text = currentNode.nodeValue ?? '';
        if (!pattern.test(text)) continue;
        replaced.push([currentNode, text]);
        currentNode.nodeValue = text.replaceAll(pattern, long);
      }
      const outside = controls.filter((control) => !isInside(control));
      const found = outside.map((control) => control.getAttribute('aria-label') ?? control.textContent);
      for (const [node, text] of replaced) node.nodeValue = text;
      return found;
    },
    [NAMES, name] as const,
  );

test.setTimeout(600_000);

for (const size of ['phone', 'desk'] as const) {
  test(`${size}: every control stays on the screen when names are as long, wide or tall as allowed`, async ({
    openGalleryOf,
  }) => {
    const { page, network } = await openGalleryOf('gemcall', size);
    await openGallery(page);
    const all = [...PEOPLE_SCREENS, ...CALL_SCREENS, ...CHAT_SCREENS, ...DISCOVERY_SCREENS, ...GIFT_SCREENS];
    for (const screen of screensOf(all, 'gemcall').filter((one) => !isVariant(one))) {
      await draw(page, network, screen);
      for (const name of LONG) expect.soft(await controlsOutside(page, name), `${screen.name}: ${name}`).toEqual([]);
    }
  });
}
