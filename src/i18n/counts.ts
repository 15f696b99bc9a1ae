import type { FormatterModule } from 'i18next';
import { isLanguage, localeOf } from './languages.ts';

const formats = new Map<string, Intl.NumberFormat>();

function formatCount(count: number, language: string | undefined): string {
  const locale = language !== undefined && isLanguage(language) ? localeOf(language) : 'en';
  const format = formats.get(locale) ?? new Intl.NumberFormat(locale);
  formats.set(locale, format);
  return format.format(count);
}

/**
 * Formatter module of i18next, used with `alwaysFormat`. `{{count}}`, which i18next needs as a number to choose the plural, gets the digits and
 * separators of the language, as other numbers have from `formatNumber`. Other values are texts already.
 */
export const countFormatter: FormatterModule = {
  type: 'formatter',
  init() {},
  add() {},
  addCached() {},
  format: (value, _format, language, options) =>
    typeof value === 'number' && options?.['interpolationkey'] === 'count'
      ? formatCount(value, language)
      : value,
};
