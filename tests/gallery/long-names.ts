import type { Page } from 'playwright';
import { cleanNick } from '../../contract/people/nick.ts';
import { PEOPLE } from './rows/people.ts';

const NAMES = PEOPLE.map(({ nickName }) => nickName);
/** The widest, the tallest and the longest names, as every client shows them. */
const LONG = [
  'W'.repeat(32),
  `Z${'\u0301\u0336'.repeat(100)}`.repeat(16),
  'Donaudampfschifffahrtsgesellsch',
  'ณัฐวรรธน์ภัทรพงศ์ศิริโชติวัฒนากุล',
  'عبد الرحمن بن عبد العزيز (Ana)',
].map(cleanNick);

/** Replaces the names on the page by a long one for a moment and returns the controls that this moves out of the window. */
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

/** Returns the controls that a long name moves out of the window, by name. */
export async function controlsMovedByLongNames(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const name of LONG) for (const control of await controlsOutside(page, name)) found.push(`${control} (${name})`);
  return found;
}
