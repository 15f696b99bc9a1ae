import { css } from '@emotion/react';
import { Coins } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { ROLE_ANCHOR } from '#contract/account/rules.ts';
import { useSession } from '../../../../data/session.tsx';
import { useAppState } from '../../../../data/use-app-state.ts';
import { CLUB } from '../../../../paths.ts';
import { color, radius } from '../../../../ui/style/tokens.ts';

const styles = {
  root: css({
    display: 'inline-grid',
    placeItems: 'center',
    inlineSize: '44px',
    blockSize: '44px',
    borderRadius: radius.pill,
    color: color.soft,
    '&:hover': { backgroundColor: color.hover, color: color.text },
  }),
};

/** Link to the silver club, unless the operator has closed it. Not shown to hosts, who cannot call each other. */
export const SilverLink = () => {
  const { t } = useTranslation('wall');
  const session = useSession();
  const open = useAppState('site')?.silver.enableSilverClub ?? true;
  if (!open || session?.role === ROLE_ANCHOR) return null;
  return (
    <Link href={CLUB} css={styles.root} aria-label={t('club.title')} title={t('club.title')}>
      <Coins size={20} aria-hidden="true" />
    </Link>
  );
};
