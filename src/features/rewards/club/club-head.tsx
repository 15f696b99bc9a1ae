import { css } from '@emotion/react';
import { Gift, ListChecks } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { LOGIN, TASKS } from '#contract/paths.ts';
import { SILVER_CALL_PRICE_SILVER } from '#contract/rewards/rules.ts';
import { useSession } from '../../../data/session.tsx';
import { useAppState } from '../../../data/use-app-state.ts';
import { formatClock, formatNumber } from '../../../i18n/format.ts';

import { openPanel } from '../../../ui/dialog/panel.ts';
import { Button, buttonStyle } from '../../../ui/input/button.tsx';
import { Amount } from '../../../ui/mark/amount.tsx';
import { Coin } from '../../../ui/mark/coin.tsx';
import { color, radius, size, space } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({
    display: 'grid',
    gap: space(4),
    padding: space(5),
    borderRadius: '24px',
    backgroundColor: color.surface,
    backgroundImage: `radial-gradient(60% 110% at 100% 0%, ${color.aurora2}, transparent), linear-gradient(135deg, transparent, ${color.wash2})`,
    boxShadow: `inset 0 0 0 1px ${color.line}`,
    '@media (min-width: 900px)': { gridTemplateColumns: 'auto minmax(0, 1fr) auto', alignItems: 'center' },
  }),
  balance: css({ display: 'grid', justifyItems: 'start', gap: space(1) }),
  label: css({ fontSize: size.xs, fontWeight: 600, color: color.soft }),
  facts: css({ display: 'grid', gridTemplateColumns: 'repeat(3, minmax(0, 1fr))', gap: space(2), margin: 0 }),
  fact: css({
    display: 'grid',
    alignContent: 'space-between',
    gap: space(1),
    padding: space(3),
    borderRadius: radius.card,
    backgroundColor: color.raised,
    boxShadow: `inset 0 0 0 1px ${color.line}`,
    '& dt': { fontSize: size.xs, color: color.soft, textWrap: 'balance', overflowWrap: 'anywhere' },
    '& dd': {
      margin: 0,
      display: 'flex',
      alignItems: 'center',
      gap: space(1),
      fontWeight: 700,
      fontVariantNumeric: 'tabular-nums',
    },
  }),
  // Buttons as wide as their labels, so that both fit into one row on a phone.
  ways: css({
    display: 'flex',
    flexWrap: 'wrap',
    gap: space(2),
    '&& > *': { flex: '1 1 auto', paddingInline: space(3) },
  }),
  visitor: css({ display: 'grid', gap: space(1) }),
  title: css({ fontSize: size.lg }),
  text: css({ color: color.soft, textWrap: 'pretty' }),
};

/** Silver balance, remaining silver calls and their price; for signed-out visitors an introduction of the club. */
export const ClubHead = () => {
  const { t } = useTranslation('rewards');
  const session = useSession();
  const silver = useAppState('account')?.silverBalance ?? 0;
  const calls = useAppState('allowances')?.silver;
  const site = useAppState('site');
  const isBoxOpen = site?.common?.enableLuckyBox ?? false;
  const price = calls?.price ?? SILVER_CALL_PRICE_SILVER;
  if (!session) {
    return (
      <section css={styles.root} aria-label={t('club.visitor')}>
        <Coin kind="silver" balance={3_000} size={56} />
        <div css={styles.visitor}>
          <h2 css={styles.title}>{t('club.visitor')}</h2>
          <p css={styles.text}>{t('club.visitorText', { silver: formatNumber(price) })}</p>
        </div>
        <Link href={`${LOGIN}?next=%2Fclub`} css={buttonStyle} data-look="primary">
          {t('club.signIn')}
        </Link>
      </section>
    );
  }
  return (
    <section css={styles.root} aria-label={t('club.balance')}>
      <div css={styles.balance}>
        <span css={styles.label} aria-hidden="true">
          {t('club.balance')}
        </span>
        <Amount kind="silver" value={silver} label={t('club.balance')} large />
      </div>
      <dl css={styles.facts}>
        <div css={styles.fact}>
          <dt>{t('club.free')}</dt>
          <dd>{calls ? formatNumber(calls.times) : '–'}</dd>
        </div>
        <div css={styles.fact}>
          <dt>{t('club.price', { time: formatClock(calls?.seconds ?? site?.silver.silverCallDuration ?? 60) })}</dt>
          <dd>
            <Coin kind="silver" balance={0} size={18} />
            {formatNumber(price)}
          </dd>
        </div>
        <div css={styles.fact}>
          <dt>{t('club.left')}</dt>
          <dd>{calls ? formatNumber(calls.paid ?? 0) : '–'}</dd>
        </div>
      </dl>
      <div css={styles.ways}>
        <Link href={TASKS} css={buttonStyle} data-look="primary">
          <ListChecks size={20} aria-hidden="true" />
          {t('club.earn')}
        </Link>
        {isBoxOpen ? (
          <Button onClick={() => openPanel('luckyBox', {})}>
            <Gift size={20} aria-hidden="true" />
            {t('lucky.title')}
          </Button>
        ) : null}
      </div>
    </section>
  );
};
