import type { DeviceInfo } from '../../../contract/api/envelope.ts';

/** What a session is shown as. Names of products, the same in all languages; empty where nothing is known. */
type Seen = { readonly platform: string; readonly browser: string };

/** The first that fits. An iPad of today says that it is a Mac. */
const PLATFORMS = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'macOS'],
  [/Linux|X11/, 'Linux'],
] as const;
/** The special before the general: nearly all say that they are Chrome and Safari too. */
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

export const seenAs = (userAgent: string): Seen => ({
  platform: firstOf(PLATFORMS, userAgent),
  browser: firstOf(BROWSERS, userAgent),
});

/** The device of a request, as its sessions and its secret name it. */
export const loginDevice = ({ androidId, fingerprint }: Pick<DeviceInfo, 'androidId' | 'fingerprint'>) => ({
  id: androidId,
  ...seenAs(fingerprint),
});
