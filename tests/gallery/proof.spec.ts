import { expect } from 'playwright/test';
import { test } from './base.ts';
import { SETTINGS_SCREENS } from './screens/settings.ts';
import { drawFirst } from './sweep.ts';

type Damage = {
  readonly tag: string;
  readonly words?: string;
  readonly style?: string;
  readonly attributes?: Readonly<Record<string, string>>;
};

/** Faults to insert into a screen without faults, and the report that must follow. */
const DAMAGES: readonly (readonly [what: string, damage: Damage, finds: RegExp])[] = [
  ['a heading without words', { tag: 'h2' }, /empty-heading/],
  ['a picture without words', { tag: 'img', attributes: { src: 'data:,' } }, /image-alt/],
  ['a button without a name', { tag: 'button' }, /button-name/],
  ['words of too little contrast', { tag: 'p', words: 'faint', style: 'color:#777;background:#888' }, /color-contrast/],
  [
    'a long word that is cut off',
    { tag: 'p', words: 'Donaudampfschifffahrtsgesellschaft', style: 'inline-size:90px;overflow:hidden' },
    /cut at its side/,
  ],
  [
    'a line that is cut off below',
    { tag: 'p', words: 'two lines of words', style: 'inline-size:60px;block-size:20px;overflow:hidden' },
    /cut below/,
  ],
  [
    'words that stick out of the window',
    {
      tag: 'p',
      words: 'Donaudampfschifffahrtsgesellschaft',
      style: 'position:fixed;inset-inline-start:90vw;color:red',
    },
    /wider than its place/,
  ],
  ['a key instead of words', { tag: 'p', words: 'settings:title' }, /strange: settings:title/],
  ['a placeholder that was not filled in', { tag: 'p', words: 'Hello {{name}}' }, /strange: Hello/],
  ['English in another language', { tag: 'p', words: 'Show when I am online' }, /strange: Show when I am online/],
  ['something that never comes', { tag: 'p', attributes: { 'aria-busy': 'true' } }, /does not settle: .*aria-busy/],
];

test.use({ allowedProblems: [/a heading without words: <h2 id="damage"/] });

test('each kind of fault in a screen is found by its own check', async ({ openGalleryOf }) => {
  const { page, network } = await openGalleryOf('gemcall', 'phone');
  await drawFirst(page, network, SETTINGS_SCREENS);
  const look = { theme: 'dark', language: 'de', axe: 'all' } as const;
  const inspect = () => page.evaluate((asked) => window.gallery.inspect([asked], false), look);
  expect(await inspect()).toEqual([]);
  for (const [what, damage, finds] of DAMAGES) {
    // This fault never settles, so the time-out is short.
    if (damage.attributes?.['aria-busy']) await page.evaluate(() => window.gallery.giveUpAfter(1_000));
    await page.evaluate(({ tag, words = '', style = '', attributes = {} }) => {
      const element = document.createElement(tag);
      element.textContent = words;
      element.style.cssText = style;
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      element.id = 'damage';
      document.querySelector('main h2')?.after(element);
    }, damage);
    expect((await inspect()).join('\n'), what).toMatch(finds);
    await page.evaluate(() => document.getElementById('damage')?.remove());
  }
  expect(await inspect()).toEqual([]);
});
