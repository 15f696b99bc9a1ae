import { css } from '@emotion/react';
import { ADVERTISED_PACK } from '#contract/payments/rules.ts';
import { formatLocaleOf, type Language, localeOf } from '../i18n/languages.ts';
import { color, radius, size, space, wide } from '../ui/style/tokens.ts';
import { useHydrated } from '../ui/use-hydrated.ts';
import { pageWidth } from './shared/page-width.ts';
import type { EntranceWords } from './texts.ts';

/**
 * Returns the translation `text` with the gems and the price of `ADVERTISED_PACK` in place of `{{gems}}` and `{{price}}`, formatted for
 * `locale`.
 */
export function gemPrice(text: string, locale: string): string {
  const { gems, price } = ADVERTISED_PACK;
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: price.currency });
  return text
    .replace('{{gems}}', new Intl.NumberFormat(locale).format(gems))
    .replace('{{price}}', money.format(price.amountMinor / 100));
}

const styles = {
  root: css({
    ...pageWidth(1_560),
    display: 'grid',
    gap: space(4),
    paddingBlock: space(6),
    [wide]: { gridTemplateColumns: 'repeat(3, 1fr)', gap: space(6), paddingBlock: space(10) },
  }),
  fact: css({
    display: 'grid',
    alignContent: 'start',
    gap: space(2),
    padding: space(6),
    borderRadius: radius.card,
    backgroundColor: color.surface,
    boxShadow: `inset 0 0 0 1px ${color.line}`,
  }),
  title: css({ fontSize: size.lg }),
  text: css({ color: color.soft, textWrap: 'pretty' }),
};

type Props = { readonly words: EntranceWords; readonly language: Language };

/** Section of every brand's landing page with what a visitor wants to know before signing in: how it works, what gems cost, safety. */
export const Facts = ({ words, language }: Props) => {
  // The build, which prerenders the page, does not know the visitor's region.
  const locale = useHydrated() ? formatLocaleOf(language, navigator.languages) : localeOf(language);
  const facts = [
    { title: words.howTitle, text: words.howText },
    { title: words.gemsTitle, text: gemPrice(words.gemsText, locale) },
    { title: words.safeTitle, text: words.safeText },
  ];
  return (
    <section css={styles.root} aria-label={words.howTitle}>
      {facts.map(({ title, text }) => (
        <div key={title} css={styles.fact}>
          <h2 css={styles.title}>{title}</h2>
          {/* Browsers of other versions format an amount differently than the build, which prerenders it. */}
          <p css={styles.text} suppressHydrationWarning>
            {text}
          </p>
        </div>
      ))}
    </section>
  );
};
