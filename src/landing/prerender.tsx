import { renderToString } from 'react-dom/server';
import { Router } from 'wouter';
import { config as brand } from '#brand/config.ts';
import { LANDING } from '#contract/paths.ts';
import { directionOf, type Language, localeOf } from '../i18n/languages.ts';
import { GlobalStyle } from '../ui/style/global-style.tsx';
import { Page, titleOf } from './page.tsx';
import type { Prerendered } from './prerendered-document.ts';
import { loadWords } from './texts.ts';

/** The `<style>` elements that emotion inserts when it renders without a browser; the content security policy forbids them. */
const STYLE = /<style data-emotion="[^"]*">(.*?)<\/style>/gs;

/** The hints that React inserts to preload pictures; they are of no use, as the pictures follow at once. */
const HINTS = /<link rel="preload" as="image"[^>]*>/g;

/** Renders the landing page without a browser. Called by the build for each language; `open-landing.tsx` hydrates the result. */
export async function prerender(language: Language): Promise<Prerendered> {
  const words = await loadWords(language);
  const whole = renderToString(
    <Router ssrPath={LANDING}>
      <GlobalStyle />
      <Page words={words} />
    </Router>,
  );
  return {
    lang: localeOf(language),
    dir: directionOf(language),
    title: titleOf(words, brand.name),
    html: whole.replaceAll(STYLE, '').replaceAll(HINTS, ''),
    styles: [...new Set([...whole.matchAll(STYLE)].map(([, rules = '']) => rules))],
  };
}
