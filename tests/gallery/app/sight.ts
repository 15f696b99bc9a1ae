/** Text that is clipped by its box or sticks out of the window. Text with an ellipsis is clipped on purpose. */
export function clippedText(): string[] {
  const found: string[] = [];
  const say = (element: Element, why: string) => found.push(`${why}: ${element.outerHTML.slice(0, 160)}`);
  const boxOf = (text: Node) => {
    const words = document.createRange();
    words.selectNodeContents(text);
    return words.getBoundingClientRect();
  };
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.closest('[aria-hidden="true"]') &&
    (element.clientWidth > 1 || element.clientHeight > 1 || getComputedStyle(element).display === 'inline');
  /** Visually hidden text for screen readers, in a box of one pixel. */
  const isForEars = (element: Element | null): boolean =>
    element !== null &&
    ((element.clientWidth <= 1 && element.clientHeight <= 1 && getComputedStyle(element).overflowX === 'hidden') ||
      isForEars(element.parentElement));
  /** Whether text inside exceeds the element's edge. Text with an ellipsis is exempt. */
  const wordsOut = (element: Element, axis: 'x' | 'y') => {
    const edge = element.getBoundingClientRect();
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode: text } = texts;
      const parent = text.parentElement;
      if (!parent || !text.nodeValue?.trim() || !isSeen(parent)) continue;
      if (getComputedStyle(parent).textOverflow === 'ellipsis') continue;
      const { left, right, top, bottom } = boxOf(text);
      if (right - left <= 1) continue;
      if (axis === 'x' && (left < edge.left - 1 || right > edge.right + 1)) return true;
      if (axis === 'y' && (top < edge.top - 1 || bottom > edge.bottom + 1)) return true;
    }
    return false;
  };
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth + 1) say(root, 'the page scrolls sideways');
  for (const element of document.body.querySelectorAll('*')) {
    if (!(element instanceof HTMLElement) || !element.checkVisibility({ visibilityProperty: true })) continue;
    const style = getComputedStyle(element);
    const hiddenForEyes = element.clientWidth <= 1 && element.clientHeight <= 1;
    const cuts = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
    if (hiddenForEyes || element.closest('[aria-hidden="true"]')) continue;
    if (style.textOverflow === 'ellipsis' && cuts(style.overflowX)) continue;
    const [side, below] = [
      cuts(style.overflowX) && element.scrollWidth > element.clientWidth + 1,
      cuts(style.overflowY) && element.scrollHeight > element.clientHeight + 1,
    ];
    // A picture may be larger than its frame; text may not.
    if (side && wordsOut(element, 'x')) say(element, 'cut at its side');
    if (below && wordsOut(element, 'y')) say(element, 'cut below');
    // Tabs outside of the window can be reached by scrolling.
    const inRow = element.closest('[role="tablist"]') !== null;
    const shown = inRow ? undefined : new DOMRect(0, 0, innerWidth, innerHeight);
    const boxes = [element.closest('button, a')?.getBoundingClientRect(), shown];
    const parent = element.parentElement?.closest('span, bdi, p');
    if (parent && getComputedStyle(parent).textOverflow === 'ellipsis') continue;
    for (const text of element.childNodes) {
      if (text.nodeType !== Node.TEXT_NODE || !text.nodeValue?.trim()) continue;
      const { left, right } = boxOf(text);
      if (boxes.some((box) => box && (left < box.left - 1 || right > box.right + 1)) && !isForEars(element))
        say(element, 'wider than its place');
    }
  }
  return found;
}

/** All texts that a user sees or hears on the screen. */
export function readableTexts(): string[] {
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
}
