import type { FormatterModule } from 'i18next';

/**
 * Creates the formatter module of i18next, used with `alwaysFormat`. `{{count}}`, which i18next needs as a number to choose the plural,
 * gets the digits and separators of the locale, as other numbers have from `formatNumber`. Other values are texts already. `localeNow`: the
 * locale for the numbers of the current language.
 */
export function createCountFormatter(localeNow: () => string): FormatterModule {
  const formats = new Map<string, Intl.NumberFormat>();
  const formatIn = (locale: string) => {
    const format = formats.get(locale) ?? new Intl.NumberFormat(locale);
    formats.set(locale, format);
    return format;
  };
  return {
    type: 'formatter',
    init() {},
    add() {},
    addCached() {},
    format: (value, _format, _language, options) =>
      typeof value === 'number' && options?.['interpolationkey'] === 'count'
        ? formatIn(localeNow()).format(value)
        : value,
  };
}
