import { readFileSync } from 'node:fs';
import type { BrandConfig } from '../../../contract/brand.ts';
import { CALL_FRAMES_KEPT_DAYS } from '../../../contract/calls/rules.ts';
import { REFUND_WITHIN_DAYS } from '../../../contract/payments/rules.ts';
import { directionOf, type Language, localeOf } from '../../../src/i18n/languages.ts';

/** Static pages (product 2.7), in the order of their links. */
const PAGES = ['privacy', 'terms', 'cookies'] as const;
type Page = (typeof PAGES)[number];

/** Texts of the legal pages: each page has `title` and `lead`, then sections in file order, each as `xTitle` and `x`. */
type Words = { readonly back: string } & Readonly<Record<Page, Readonly<Record<string, string>>>>;

const LOCALES = 'src/i18n/locales';
const TITLE = /Title$/;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

function pageOf(brand: BrandConfig, language: Language, page: Page, words: Words): string {
  const say = (text = '') =>
    escaped(
      text
        .replaceAll('{{brand}}', brand.name)
        .replaceAll('{{days}}', String(REFUND_WITHIN_DAYS))
        .replaceAll('{{kept}}', String(CALL_FRAMES_KEPT_DAYS)),
    );
  const own = words[page];
  const sections = Object.keys(own)
    .filter((key) => TITLE.test(key))
    .map((key) => `<section><h2>${say(own[key])}</h2><p>${say(own[key.replace(TITLE, '')])}</p></section>`);
  const links = PAGES.map((other) =>
    other === page
      ? `<li aria-current="page">${say(words[other]['title'])}</li>`
      : `<li><a href="/legal/${other}.${language}.html">${say(words[other]['title'])}</a></li>`,
  );
  return `<!doctype html>
<html lang="${localeOf(language)}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<title>${say(own['title'])} · ${escaped(brand.name)}</title>
<link rel="icon" href="${brand.images.mark}" type="image/svg+xml" />
<link rel="stylesheet" href="/legal/legal.css" />
<script src="/legal/launches.js" defer></script>
</head>
<body>
<header><a href="/"><img src="${brand.images.mark}" alt="" width="36" height="36" />${say(words.back)}</a></header>
<main>
<h1>${say(own['title'])}</h1>
<p class="lead">${say(own['lead'])}</p>
${sections.join('\n')}
</main>
<footer><ul>${links.join('')}</ul></footer>
</body>
</html>
`;
}

const styleOf = ({ themeColour: { dark, light } }: BrandConfig) => `
:root { color-scheme: light dark; --ground: light-dark(${light}, ${dark}); --ink: light-dark(#1d1b24, #f1eff4); --soft: light-dark(#4f4b5a, #c3bdcc); --line: light-dark(#0002, #fff3); }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 24px 20px 64px; max-width: 720px; background: var(--ground); color: var(--ink); font: 1rem/1.6 system-ui, sans-serif; }
a { color: inherit; text-underline-offset: 4px; }
header a { display: inline-flex; align-items: center; gap: 12px; min-height: 44px; font-weight: 600; text-decoration: none; }
h1 { margin: 40px 0 8px; font-size: clamp(1.9rem, 1.4rem + 2.4vw, 2.8rem); line-height: 1.15; text-wrap: balance; }
h2 { margin: 0 0 4px; font-size: 1.125rem; }
p { margin: 0; color: var(--soft); text-wrap: pretty; }
.lead { font-size: 1.125rem; }
section { padding: 20px 0; border-block-end: 1px solid var(--line); }
.lead + section { margin-block-start: 24px; border-block-start: 1px solid var(--line); }
footer ul { display: flex; flex-wrap: wrap; gap: 4px 24px; margin: 24px 0 0; padding: 0; list-style: none; }
footer li { display: flex; align-items: center; min-height: 44px; }
`;

/**
 * A launch of the installed app focuses the window used last, which may show a legal page: it then loads the target. The browser also
 * queues the launch that opened the document.
 */
const LAUNCHES = `if ('launchQueue' in window)
  launchQueue.setConsumer(({ targetURL }) => {
    if (targetURL && targetURL !== location.href) location.assign(targetURL);
  });
`;

/**
 * Files of the legal pages of a brand in all languages, by path, for the build; each is generated when its function is called. Their only
 * script follows launches of the installed app.
 */
export function legalFiles(brand: BrandConfig, languages: readonly Language[]): ReadonlyMap<string, () => string> {
  const wordsOf = (language: string) => JSON.parse(readFileSync(`${LOCALES}/${language}/legal.json`, 'utf8')) as Words;
  return new Map<string, () => string>([
    ['legal/legal.css', () => styleOf(brand)],
    ['legal/launches.js', () => LAUNCHES],
    ...languages.flatMap((language) =>
      PAGES.map(
        (page) => [`legal/${page}.${language}.html`, () => pageOf(brand, language, page, wordsOf(language))] as const,
      ),
    ),
  ]);
}
