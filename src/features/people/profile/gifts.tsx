import { css } from '@emotion/react';
import { Gift } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { safeUrl } from '#contract/safe-url.ts';
import type { CardRow } from '#db/schema.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { color, radius, size, space } from '../../../ui/tokens.ts';
import { Section } from './section.tsx';

const styles = {
  list: css({ display: 'flex', flexWrap: 'wrap', gap: space(2) }),
  gift: css({
    display: 'inline-flex',
    alignItems: 'center',
    gap: space(2),
    minBlockSize: '44px',
    paddingInlineStart: space(2),
    paddingInlineEnd: space(4),
    borderRadius: radius.pill,
    backgroundColor: color.raised,
    '& img, & svg': { inlineSize: '28px', blockSize: '28px', objectFit: 'contain', color: color.accentText },
  }),
  count: css({ fontSize: size.xs, color: color.soft, fontVariantNumeric: 'tabular-nums' }),
};

/** Received gifts; nothing where there are none. */
export const Gifts = ({ gifts }: { readonly gifts: CardRow['gifts'] }) => {
  const { t } = useTranslation('profile');
  if (gifts.length === 0) return null;
  return (
    <Section title={t('gifts')}>
      <ul css={styles.list}>
        {gifts.map(({ id, title, iconUrl, count }) => (
          <li key={id} css={styles.gift}>
            {safeUrl(iconUrl) === '' ? (
              <Gift aria-hidden="true" />
            ) : (
              <img src={safeUrl(iconUrl)} alt="" loading="lazy" decoding="async" />
            )}
            {title}
            <span css={styles.count}>×{formatNumber(count)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
};
