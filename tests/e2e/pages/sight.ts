import type { Page } from 'playwright';

/** Text that does not fit: cut off by its box, or sticking out of the window. Where an ellipsis says so, it is meant. */
export function clippedText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const say = (element: Element, why: string) => found.push(`${why}: ${element.outerHTML.slice(0, 160)}`);
    const root = document.documentElement;
    if (root.scrollWidth > innerWidth + 1) say(root, 'the page scrolls sideways');
    for (const element of document.body.querySelectorAll('*')) {
      if (!(element instanceof HTMLElement) || !element.checkVisibility({ visibilityProperty: true })) continue;
      const style = getComputedStyle(element);
      const hiddenForEyes = element.clientWidth <= 1 && element.clientHeight <= 1;
      const cuts = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
      if (hiddenForEyes || element.closest('[aria-hidden="true"]')) continue;
      if (style.textOverflow === 'ellipsis' && cuts(style.overflowX)) continue;
      if (cuts(style.overflowX) && element.scrollWidth > element.clientWidth + 1) say(element, 'cut at its side');
      if (cuts(style.overflowY) && element.scrollHeight > element.clientHeight + 1) say(element, 'cut below');
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim(),
      );
      if (!hasText) continue;
      const words = document.createRange();
      words.selectNodeContents(element);
      const { left, right, width } = words.getBoundingClientRect();
      const clipped = element.parentElement?.closest('span, bdi, p');
      const ellipsed = clipped && getComputedStyle(clipped).textOverflow === 'ellipsis';
      if (width > 1 && !ellipsed && (left < -1 || right > innerWidth + 1)) say(element, 'out of the window');
      const button = element.closest('button, a');
      const box = button?.getBoundingClientRect();
      if (box && width > 1 && !ellipsed && (left < box.left - 1 || right > box.right + 1))
        say(element, 'wider than its button');
    }
    return found;
  });
}

/** Everything a person reads or hears on the screen, piece by piece. */
export function readableTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      if (!walker.currentNode.parentElement?.closest('noscript, script, style'))
        texts.push(walker.currentNode.nodeValue ?? '');
    }
    for (const element of document.body.querySelectorAll('*')) {
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) texts.push(element.getAttribute(name) ?? '');
    }
    return texts.map((text) => text.trim()).filter((text) => text !== '');
  });
}
