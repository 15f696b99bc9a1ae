import { isLanguage, localeOf } from './languages.ts';

const formats = new Map<string, Intl.NumberFormat>();

/**
 * Formats the values of i18next's interpolation: `{{count}}`, which i18next also needs as a number to choose the plural, gets the digits and
 * separators of the language, as other numbers have from `formatNumber`. Other values are texts already.
 */
export function formatInterpolated(
  value: unknown,
  _format: string | undefined,
  language: string | undefined,
  options?: { readonly interpolationkey?: unknown },
): string {
  if (typeof value !== 'number' || options?.interpolationkey !== 'count') return String(value);
  const locale = language !== undefined && isLanguage(language) ? localeOf(language) : 'en';
  const format = formats.get(locale) ?? new Intl.NumberFormat(locale);
  formats.set(locale, format);
  return format.format(value);
}
