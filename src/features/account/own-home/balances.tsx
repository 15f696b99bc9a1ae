import { css } from '@emotion/react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useAppState } from '../../../data/use-app-state.ts';
import { CLUB } from '../../../paths.ts';
import { openStore } from '../../../payments/open-store.ts';
import { Amount } from '../../../ui/mark/amount.tsx';
import { color, radius, size, space } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({ display: 'flex', flexWrap: 'wrap', gap: space(3) }),
  card: css({
    // Cards as wide as their numbers: two large numbers wrap into two rows.
    flex: '1 1 140px',
    minInlineSize: 'max-content',
    display: 'grid',
    gap: space(2),
    padding: space(4),
    borderRadius: radius.card,
    backgroundColor: color.surface,
    boxShadow: `inset 0 0 0 1px ${color.line}`,
    textAlign: 'start',
    'button&:hover': { backgroundColor: color.hover },
  }),
  get: css({ color: color.accentText, fontSize: size.xs, fontWeight: 650 }),
  link: css({ '&:hover': { backgroundColor: color.hover } }),
  label: css({ fontSize: size.xs, fontWeight: 600, color: color.soft }),
};

/** Balances of gems and silver, as the server last sent them; a press opens the store or the silver club. */
export const Balances = () => {
  const { t } = useTranslation(['profile', 'common']);
  const account = useAppState('account');
  return (
    <section css={styles.root} aria-label={t('me.balances')}>
      <button type="button" css={styles.card} onClick={() => openStore({ source: 'balance' })}>
        <span css={styles.label} aria-hidden="true">
          {t('me.gems')}
        </span>
        <Amount kind="gems" value={account?.gemsBalance ?? 0} label={t('me.gems')} large />
        <span css={styles.get}>{t('common:getGems')}</span>
      </button>
      <Link href={CLUB} css={[styles.card, styles.link]}>
        <span css={styles.label} aria-hidden="true">
          {t('me.silver')}
        </span>
        <Amount kind="silver" value={account?.silverBalance ?? 0} label={t('me.silver')} large />
      </Link>
    </section>
  );
};
