import { css } from '@emotion/react';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ROLE_ANCHOR } from '#contract/account/rules.ts';
import { useSession } from '../../../data/session.tsx';
import { useAppState } from '../../../data/use-app-state.ts';
import { openStore } from '../../../payments/open-store.ts';
import { Amount } from '../../../ui/mark/amount.tsx';
import { color, radius, space } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({
    display: 'inline-flex',
    alignItems: 'center',
    gap: space(1.5),
    minBlockSize: '44px',
    paddingInline: space(3),
    borderRadius: radius.pill,
    backgroundColor: color.surface,
    boxShadow: `inset 0 0 0 1px ${color.line}`,
    '&:hover': { backgroundColor: color.hover },
    '& > :last-child': { color: color.accentText },
  }),
};

/** Balance of gems on the wall; a press opens the store. Not shown to hosts, who spend none, and until the balance is known. */
export const BalanceLink = () => {
  const { t } = useTranslation(['common', 'profile']);
  const session = useSession();
  const gems = useAppState('account')?.gemsBalance;
  if (gems === undefined || session?.role === ROLE_ANCHOR) return null;
  return (
    <button type="button" css={styles.root} title={t('common:getGems')} onClick={() => openStore({ source: 'wall' })}>
      <Amount kind="gems" value={gems} label={t('profile:me.gems')} />
      <Plus size={16} aria-label={t('common:getGems')} />
    </button>
  );
};
