import i18next from 'i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MINUTE_MS } from '../../../contract/durations.ts';

const AT = Date.UTC(2026, 10, 29, 22, 5);
const zone = process.env['TZ'];
let languages: readonly string[];

beforeEach(() => {
  vi.resetModules();
  languages = ['en-US'];
  process.env['TZ'] = 'Europe/Berlin';
  vi.stubGlobal('navigator', {
    get languages() {
      return languages;
    },
  });
  i18next.language = 'en';
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

/** The formats, and the page on which their settings are watched. */
async function open() {
  vi.useFakeTimers();
  const page = Object.assign(new EventTarget(), { setInterval: globalThis.setInterval });
  const { watchFormatSettings } = await import('../../../src/i18n/format-settings.ts');
  const { formatDay, formatTime } = await import('../../../src/i18n/format.ts');
  const onChange = vi.fn();
  watchFormatSettings(onChange, page as never);
  return { page, formatDay, formatTime, onChange };
}
const plain = (text: string) => text.replaceAll('\u202f', ' ');

test('the times of an open app are those of the new time zone within a minute after a flight', async () => {
  const { formatDay, formatTime, onChange } = await open();
  expect(plain(formatTime(AT))).toBe('11:05 PM');
  expect(formatDay(AT, AT)).toBe('Today');
  process.env['TZ'] = 'America/New_York';
  vi.advanceTimersByTime(MINUTE_MS);
  expect(onChange).toHaveBeenCalledTimes(1);
  expect(plain(formatTime(AT))).toBe('5:05 PM');
  vi.advanceTimersByTime(10 * MINUTE_MS);
  expect(onChange).toHaveBeenCalledTimes(1);
});

test.each(['focus', 'visibilitychange', 'pageshow'])(
  'the times are correct at once when the user returns (%s)',
  async (event) => {
    const { page, formatTime, onChange } = await open();
    formatTime(AT);
    process.env['TZ'] = 'Asia/Kolkata';
    page.dispatchEvent(new Event(event));
    expect(onChange).toHaveBeenCalledTimes(1);
    expect(plain(formatTime(AT))).toBe('3:35 AM');
  },
);

test('the clock of the region is used when the preferred languages change to British English', async () => {
  const { page, formatTime, onChange } = await open();
  expect(plain(formatTime(AT))).toBe('11:05 PM');
  languages = ['en-GB'];
  page.dispatchEvent(new Event('languagechange'));
  expect(onChange).toHaveBeenCalledTimes(1);
  expect(formatTime(AT)).toBe('23:05');
});
