import { ADVERTISED_PACK } from '#contract/payments/rules.ts';
import { type Language, localeOf } from '../i18n/languages.ts';

/** Returns the price of gems in one sentence, with numbers in the language of the page. */
export function gemPrice(text: string, language: Language): string {
  const { gems, price } = ADVERTISED_PACK;
  const locale = localeOf(language);
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: price.currency });
  return text
    .replace('{{gems}}', new Intl.NumberFormat(locale).format(gems))
    .replace('{{price}}', money.format(price.amountMinor / 100));
}
