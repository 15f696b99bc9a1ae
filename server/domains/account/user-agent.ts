import type { DeviceInfo } from '../../../contract/api/envelope.ts';
import { systemOf } from '../../../contract/platform.ts';

/** Platform and browser as shown for a session: product names, not translated; empty if unknown. */
type ParsedUserAgent = { readonly platform: string; readonly browser: string };

/** Patterns of the User-Agent header, and the platform that each names; the first match counts. */
const PLATFORMS = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'macOS'],
  [/Linux|X11/, 'Linux'],
] as const;
/**
 * Patterns of the User-Agent header, and the browser that each names. The first match counts: the headers of most browsers also contain
 * `Chrome` and `Safari`, so specific ones come first.
 */
const BROWSERS = [
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Edg(?:A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/YaBrowser\//, 'Yandex'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;

const firstOf = (list: readonly (readonly [RegExp, string])[], text: string) =>
  list.find(([pattern]) => pattern.test(text))?.[1] ?? '';

/**
 * Names of platform and browser by a User-Agent header and the touch points of the screen, for the list of sessions; empty if unknown. A
 * Mac with several touch points is an iPad.
 */
export function parseUserAgent(userAgent: string, maxTouchPoints?: number): ParsedUserAgent {
  const platform = firstOf(PLATFORMS, userAgent);
  const isTablet = platform === 'macOS' && systemOf({ userAgent, maxTouchPoints }) === 'ios';
  return { platform: isTablet ? 'iPad' : platform, browser: firstOf(BROWSERS, userAgent) };
}

/** Converts the device information of an API request to the device of a login, as stored with its session and its secret. */
export const loginDevice = ({
  androidId,
  fingerprint,
  touchPoints,
}: Pick<DeviceInfo, 'androidId' | 'fingerprint' | 'touchPoints'>) => ({
  id: androidId,
  ...parseUserAgent(fingerprint, touchPoints),
});
