import { css } from '@emotion/react';
import { Gift } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { ROLE_ANCHOR } from '#contract/account/rules.ts';
import { TASKS } from '#contract/paths.ts';
import { core } from '../../../core/core.ts';
import { useSession } from '../../../data/session.tsx';
import { useAppState } from '../../../data/use-app-state.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { showToast } from '../../../ui/feedback/toast.ts';
import { color, radius, size, space } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: space(1),
    minInlineSize: '44px',
    blockSize: '44px',
    paddingInline: space(2),
    borderRadius: radius.pill,
    color: color.soft,
    fontSize: size.xs,
    fontWeight: 700,
    fontVariantNumeric: 'tabular-nums',
    '&:hover': { backgroundColor: color.hover, color: color.text },
    '&[data-claimable]': { color: color.accentText },
    // A phone has no room for the amount in every language; there the colour shows that something can be claimed.
    '@media (max-width: 599px)': { paddingInline: 0, '& > span': { display: 'none' } },
  }),
};

/**
 * Link to the tasks with the silver that can be claimed, unless the operator has closed them. Not shown to hosts. Shows a toast when
 * the next check-in is possible, if the user wants reminders.
 */
export const TaskEntrance = () => {
  const { t } = useTranslation('wall');
  const session = useSession();
  const isOpen = useAppState('site')?.common?.enableUserTaskEntrance ?? false;
  const tasks = useAppState('tasks');
  const isShown = isOpen && Boolean(session) && session?.role !== ROLE_ANCHOR;
  useEffect(() => {
    if (isShown) void core.refreshTasks();
  }, [isShown]);
  const nextAt = tasks?.nextAt ?? 0;
  const isReminded = tasks?.isReminded ?? false;
  useEffect(() => {
    const wait = nextAt - Date.now();
    if (!isShown || wait <= 0) return;
    const timer = setTimeout(() => {
      void core.refreshTasks();
      if (isReminded) showToast(t('tasks.ready'));
    }, wait);
    return () => clearTimeout(timer);
  }, [isShown, nextAt, isReminded, t]);
  if (!isShown) return null;
  const coins = tasks && tasks.nextAt > Date.now() ? tasks.coins : 0;
  const label = coins > 0 ? t('tasks.claimable', { silver: formatNumber(coins) }) : t('tasks.title');
  return (
    <Link href={TASKS} css={styles.root} aria-label={label} title={label} data-claimable={coins > 0 || undefined}>
      <Gift size={20} aria-hidden="true" />
      {coins > 0 ? <span aria-hidden="true">+{formatNumber(coins)}</span> : null}
    </Link>
  );
};
