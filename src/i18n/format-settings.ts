import { MINUTE_MS } from '#contract/durations.ts';

/** Reads the settings of the system and browser on which formats depend, apart from the interface language. */
function read(): string {
  const { timeZone, hourCycle } = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions();
  return [timeZone, hourCycle, ...navigator.languages].join(' ');
}

let known: string | undefined;

/** Returns a text that differs when the time zone, the 12 or 24 hours, or the preferred languages have changed. */
export function formatSettings(): string {
  known ??= read();
  return known;
}

type Page = Pick<Window, 'addEventListener' | 'setInterval'>;

/**
 * Calls `onChange` when the time zone, the 12 or 24 hours, or the preferred languages change while the app is open. No event reports the
 * first two: they are checked when the user returns to the page, and each minute.
 */
export function watchFormatSettings(onChange: () => void, page: Page = window): void {
  const check = () => {
    const before = formatSettings();
    known = read();
    if (known !== before) onChange();
  };
  for (const event of ['languagechange', 'focus', 'visibilitychange', 'pageshow'])
    page.addEventListener(event, check, true);
  page.setInterval(check, MINUTE_MS);
}
