import type { Presets } from '#contract/analytics/wire.ts';
import { type Reported, systemOf } from '#contract/platform.ts';

type Browser = Presets['#browser'];

/** The first match counts, because most browsers also contain the names of others. */
const BROWSERS: readonly (readonly [RegExp, Browser])[] = [
  [/\bEdg(?:A|iOS)?\/(\d+)/, 'edge'],
  [/\bSamsungBrowser\/(\d+)/, 'samsung'],
  [/\bOPR\/(\d+)/, 'opera'],
  [/\b(?:Firefox|FxiOS)\/(\d+)/, 'firefox'],
  [/\b(?:Chrome|CriOS)\/(\d+)/, 'chrome'],
  [/\bVersion\/(\d+)\S* (?:Mobile\/\S+ )?Safari/, 'safari'],
];

/**
 * Returns the operating system and browser as preset properties of events, with the major version only, so that the values identify no
 * device.
 */
export function surroundingsOf(device: Reported): Pick<Presets, '#os' | '#browser' | '#browser_version'> {
  const os = systemOf(device);
  for (const [pattern, browser] of BROWSERS) {
    const version = pattern.exec(device.userAgent)?.[1];
    if (version !== undefined) return { '#os': os, '#browser': browser, '#browser_version': version.slice(0, 5) };
  }
  return { '#os': os, '#browser': 'other', '#browser_version': '' };
}
