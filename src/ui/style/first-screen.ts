/**
 * Marks the document until the first press or key: what it draws before that does not fade in (`global-style.tsx`). Browsers count no
 * paint for elements that start transparent, so a page whose whole content faded in had no first contentful paint.
 */
export function markFirstScreen(): void {
  const { dataset } = document.documentElement;
  dataset['first'] = '';
  const end = () => {
    delete dataset['first'];
    for (const type of ['pointerdown', 'keydown']) removeEventListener(type, end, true);
  };
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, end, true);
}
