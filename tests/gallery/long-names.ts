import type { Page } from 'playwright';
import { cleanNick } from '../../contract/people/nick.ts';
import { PEOPLE } from './rows/people.ts';

const NAMES = PEOPLE.map(({ nickName }) => nickName);
/** A page that scrolls downwards could be scrolled sideways too, but is not meant to be: only low rows are. */
const ROW_MAX_PX = 200;
/** The widest, the tallest and the longest names, as every client shows them. */
const LONG = [
  'W'.repeat(32),
  `Z${'\u0301\u0336'.repeat(100)}`.repeat(16),
  'Donaudampfschifffahrtsgesellsch',
  'ณัฐวรรธน์ภัทรพงศ์ศิริโชติวัฒนากุล',
  'عبد الرحمن بن عبد العزيز (Ana)',
].map(cleanNick);

/** Fields of rows that hold a text of a user: messages and captions, answers, places, and what people say about themselves. */
const TEXT_FIELDS: ReadonlySet<string> = new Set(['body', 'options', 'text', 'note', 'about', 'name', 'holder']);

/** Returns the texts of users in the rows of a screen. */
function textsIn(rows: unknown, isText = false): string[] {
  if (typeof rows === 'string') return isText && rows !== '' ? [rows] : [];
  if (Array.isArray(rows)) return rows.flatMap((row) => textsIn(row, isText));
  if (typeof rows !== 'object' || rows === null) return [];
  return Object.entries(rows).flatMap(([field, value]) => textsIn(value, TEXT_FIELDS.has(field)));
}

/** Returns the rows with a suffix at each text of a user. */
export function withSuffix<Rows>(rows: Rows, suffix: string, isText = false): Rows {
  if (typeof rows === 'string') return (isText && rows !== '' ? rows + suffix : rows) as Rows;
  if (Array.isArray(rows)) return rows.map((row) => withSuffix(row, suffix, isText)) as Rows;
  if (typeof rows !== 'object' || rows === null || Object.getPrototypeOf(rows) !== Object.prototype) return rows;
  return Object.fromEntries(
    Object.entries(rows).map(([field, value]) => [field, withSuffix(value, suffix, TEXT_FIELDS.has(field))]),
  ) as Rows;
}

/**
 * Replaces the names on the page, and the texts of users that its rows contain, by each of the long ones for a moment and returns the
 * controls
 * that this moves out of the window, with the name that does it.
 */
export const controlsMovedByLongNames = (page: Page, rows: unknown): Promise<readonly string[]> =>
  page.evaluate(
    ([names, longNames, words]) => {
      const said = new Set(words);
      const isInside = (control: Element) => {
        const { left, right } = control.getBoundingClientRect();
        return left > -2 && right < innerWidth + 2;
      };
      const controls = [...document.querySelectorAll('button, a[href], input, textarea')].filter(isInside);
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const pattern = new RegExp(names.join('|'), 'g');
      const named: (readonly [node: Node, text: string])[] = [];
      while (texts.nextNode()) {
        const { currentNode } = texts;
        const text = currentNode.nodeValue ?? '';
        if (said.has(text.trim()) || text.search(pattern) >= 0) named.push([currentNode, text]);
      }
      if (named.length === 0) return [];
      const found = longNames.flatMap((long) => {
        for (const [node, text] of named)
          node.nodeValue = said.has(text.trim()) ? long : text.replaceAll(pattern, long);
        const outside = controls.filter((control) => !isInside(control));
        return outside.map((control) => `${control.getAttribute('aria-label') ?? control.textContent} (${long})`);
      });
      for (const [node, text] of named) node.nodeValue = text;
      return found;
    },
    [NAMES, LONG, textsIn(rows)] as const,
  );

/**
 * Returns the names and texts of users on the page whose direction is not that of their own letters: each stands in an element that takes
 * it
 * from them, so that the interface neither moves their punctuation nor is moved by them. Names within a sentence are isolated by `isolate`.
 */
export const textsWithoutDirection = (page: Page, rows: unknown): Promise<readonly string[]> =>
  page.evaluate(
    (words) => {
      const written = new Set(words);
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found = new Set<string>();
      while (texts.nextNode()) {
        const { nodeValue, parentElement } = texts.currentNode;
        const text = (nodeValue ?? '').trim();
        if (!written.has(text) || !parentElement || parentElement.closest('bdi, [dir="auto"], svg, [aria-hidden]'))
          continue;
        const { width, height } = parentElement.getBoundingClientRect();
        if (width > 2 && height > 2) found.add(text);
      }
      return [...found];
    },
    [...NAMES, ...textsIn(rows)],
  );

/**
 * Returns the controls that a text of twice the size moves out of the window (WCAG 1.4.4): at its side, where no row scrolls to them, or
 * above
 * or below it, where nothing scrolls to them.
 */
export const controlsMovedByLargeText = (page: Page): Promise<readonly string[]> =>
  page.evaluate((rowHeight) => {
    const isInside = (control: Element) => {
      const { left, right } = control.getBoundingClientRect();
      return left > -2 && right < innerWidth + 2;
    };
    const isInRow = (control: Element) => {
      for (let at = control.parentElement; at; at = at.parentElement) {
        const isRow = at.scrollWidth > at.clientWidth && at.clientHeight <= rowHeight;
        if (isRow && getComputedStyle(at).overflowX === 'auto') return true;
      }
      return false;
    };
    const isBetween = (control: Element) => {
      const { top, bottom } = control.getBoundingClientRect();
      return top > -2 && bottom < innerHeight + 2;
    };
    const isScrolledTo = (control: Element) => {
      let isFixed = false;
      for (let at: Element | null = control; at; at = at.parentElement) {
        const { overflowY, position } = getComputedStyle(at);
        if (at === document.documentElement) return !isFixed && at.scrollHeight > innerHeight;
        if (/auto|scroll/.test(overflowY) && at.scrollHeight > at.clientHeight) return true;
        isFixed ||= position === 'fixed';
      }
      return false;
    };
    const controls = [...document.querySelectorAll('button, a[href], input, textarea')].filter(isInside);
    const between = new Set(controls.filter(isBetween));
    const { style } = document.documentElement;
    style.fontSize = '200%';
    const outside = controls.filter(
      (control) =>
        (!isInside(control) && !isInRow(control)) ||
        (between.has(control) && !isBetween(control) && !isScrolledTo(control)),
    );
    style.fontSize = '';
    return outside.map((control) => control.getAttribute('aria-label') ?? control.textContent);
  }, ROW_MAX_PX);
