import { css } from '@emotion/react';
import { Compass, GalleryHorizontalEnd, MessageCircle, Phone, Settings, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { CALL_RECORDS, MESSAGES } from '#contract/paths.ts';
import { countMissed } from '#db/reads/calls.ts';
import { useUnread } from '../data/threads.ts';
import { useAppState } from '../data/use-app-state.ts';
import { useLiveQuery } from '../data/use-live-query.ts';
import { formatNumber } from '../i18n/format.ts';
import { MATCH_FEED, OWN_HOME, SETTINGS, WALL } from '../paths.ts';
import { Badge } from '../ui/feedback/badge.tsx';
import { Mark } from '../ui/mark/mark.tsx';
import { color, motion, size, space, wide } from '../ui/style/tokens.ts';

const styles = {
  root: css({
    display: 'flex',
    flexShrink: 0,
    backgroundColor: color.surface,
    borderBlockStart: `1px solid ${color.line}`,
    paddingBlockEnd: 'env(safe-area-inset-bottom)',
    [wide]: {
      flexDirection: 'column',
      inlineSize: '100px',
      paddingBlock: space(4),
      borderBlockStart: 0,
      borderInlineEnd: `1px solid ${color.line}`,
    },
  }),
  mark: css({ display: 'none', [wide]: { display: 'grid', placeItems: 'center', paddingBlockEnd: space(5) } }),
  list: css({ display: 'flex', flex: 1, [wide]: { flexDirection: 'column', gap: space(1) } }),
  item: css({
    flex: 1,
    '&[data-desk]': { display: 'none' },
    [wide]: { flex: 'none', '&[data-desk]': { display: 'block' } },
  }),
  link: css({
    position: 'relative',
    display: 'grid',
    justifyItems: 'center',
    gap: space(0.5),
    minBlockSize: '56px',
    alignContent: 'center',
    // Grows with the font size of the browser only as far as all entries fit beside each other.
    fontSize: 'min(0.75rem, 15px)',
    fontWeight: 600,
    color: color.faint,
    transition: `color ${motion.quick}`,
    '&:hover': { color: color.text },
    '&[aria-current="page"]': { color: color.accentText },
    '&:focus-visible': { outlineOffset: '-4px', borderRadius: '12px' },
    [wide]: { minBlockSize: '64px' },
  }),
  icon: css({ position: 'relative', fontSize: size.md }),
  badge: css({ position: 'absolute', insetBlockStart: '-8px', insetInlineStart: '14px' }),
};

type ItemProps = {
  readonly to: string;
  readonly label: string;
  readonly icon: ReactNode;
  /** Number on the badge, with its accessible text. */
  readonly waiting?: { readonly count: number; readonly label: string };
  /** Shown on wide screens only; on a phone the user's own page links to it. */
  readonly desk?: boolean;
};

const Item = ({ to, label, icon, waiting, desk = false }: ItemProps) => {
  const [path] = useLocation();
  const here = path === to || path.startsWith(`${to}/`);
  return (
    <li css={styles.item} data-desk={desk || undefined}>
      <Link href={to} css={styles.link} aria-current={here ? 'page' : undefined}>
        <span css={styles.icon}>
          {icon}
          {waiting && waiting.count > 0 ? (
            <span css={styles.badge}>
              <Badge text={waiting.count > 99 ? '99+' : formatNumber(waiting.count)} label={waiting.label} />
            </span>
          ) : null}
        </span>
        {label}
      </Link>
    </li>
  );
};

/** Main navigation of signed-in users: a bar at the bottom of narrow screens, a rail at the side of wide ones. */
export const Navigation = () => {
  const { t } = useTranslation(['common', 'match', 'friends', 'call']);
  const unread = useUnread();
  const missed = useLiveQuery(countMissed, [], 0);
  const requests = useAppState('counts')?.requests ?? 0;
  const requestsBadge = { count: requests, label: t('friends:badge', { number: formatNumber(requests) }) };
  return (
    <nav css={styles.root} aria-label={t('nav.label')}>
      <span css={styles.mark}>
        <Mark size={36} />
      </span>
      <ul css={styles.list}>
        <Item to={WALL} label={t('nav.discover')} icon={<Compass size={24} />} />
        <Item to={MATCH_FEED} label={t('match:title')} icon={<GalleryHorizontalEnd size={24} />} />
        <Item
          to={MESSAGES}
          label={t('nav.messages')}
          icon={<MessageCircle size={24} />}
          waiting={{ count: unread, label: t('unread', { count: unread }) }}
        />
        <Item
          to={CALL_RECORDS}
          label={t('call:records.title')}
          icon={<Phone size={24} />}
          waiting={{ count: missed, label: t('call:records.unseen', { number: formatNumber(missed) }) }}
        />
        <Item to={OWN_HOME} label={t('nav.me')} icon={<UserRound size={24} />} waiting={requestsBadge} />
        <Item to={SETTINGS} label={t('nav.settings')} icon={<Settings size={24} />} desk />
      </ul>
    </nav>
  );
};
