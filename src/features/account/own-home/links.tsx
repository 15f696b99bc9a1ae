import { css } from '@emotion/react';
import {
  Bell,
  ChevronRight,
  Download,
  Gift,
  Languages,
  LifeBuoy,
  ReceiptText,
  Settings,
  Share2,
  UserPlus,
  Video,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { config } from '#brand/config.ts';
import { ROLE_ANCHOR } from '#contract/account/rules.ts';
import { OFFICIAL_TID } from '#contract/chat/rules.ts';
import { FRIEND_REQUESTS, NOTICES, TASKS, threadPath } from '#contract/paths.ts';
import { countUnreadNotices } from '#db/reads/notices.ts';
import { useSession } from '../../../data/session.tsx';
import { useAppState } from '../../../data/use-app-state.ts';
import { useLiveQuery } from '../../../data/use-live-query.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { HOSTING, LANGUAGE_SETTINGS, PAYMENT_HISTORY, SETTINGS } from '../../../paths.ts';
import { openPanel } from '../../../ui/dialog/panel.ts';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { sharePage } from '../../../ui/share-page.ts';
import { color, motion, radius, space } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({
    overflow: 'hidden',
    borderRadius: radius.card,
    backgroundColor: color.surface,
    boxShadow: `inset 0 0 0 1px ${color.line}`,
  }),
  link: css({
    inlineSize: '100%',
    display: 'flex',
    alignItems: 'center',
    gap: space(4),
    minBlockSize: '60px',
    paddingInline: space(5),
    textAlign: 'start',
    transition: `background-color ${motion.quick}`,
    '&:hover': { backgroundColor: color.hover },
    '&:focus-visible': { outlineOffset: '-3px', borderRadius: radius.card },
    'li + li > &': { boxShadow: `inset 0 1px 0 ${color.line}` },
    '& svg:first-of-type': { color: color.accentText },
  }),
  label: css({ flex: 1, minInlineSize: 0 }),
  arrow: css({ color: color.faint, '[dir="rtl"] &': { transform: 'scaleX(-1)' } }),
};

type InsideProps = { readonly icon: ReactNode; readonly label: string; readonly badge?: ReactNode };
/** `opens`: value of `aria-haspopup`; absent if a press opens the share sheet of the system, which is no dialog of the page. */
type RowProps = InsideProps & ({ readonly to: string } | { readonly onOpen: () => void; readonly opens?: 'dialog' });

const Inside = ({ icon, label, badge }: InsideProps) => (
  <>
    {icon}
    <span css={styles.label}>{label}</span>
    {badge}
    <span css={styles.arrow}>
      <ChevronRight size={18} aria-hidden="true" />
    </span>
  </>
);

/** Row that links to a page (`to`) or calls `onOpen`, which opens a panel or the share sheet. */
const Row = ({ icon, label, badge, ...way }: RowProps) => (
  <li>
    {'to' in way ? (
      <Link href={way.to} css={styles.link}>
        <Inside icon={icon} label={label} badge={badge} />
      </Link>
    ) : (
      <button type="button" css={styles.link} aria-haspopup={way.opens} onClick={way.onOpen}>
        <Inside icon={icon} label={label} badge={badge} />
      </button>
    )}
  </li>
);

const badgeOf = (count: number) => (count > 0 ? <Badge text={count > 99 ? '99+' : formatNumber(count)} /> : undefined);

/**
 * Links from the user's own page to other pages, with the numbers of unread notices and of friend requests, and buttons that explain the
 * installation and share the app.
 */
export const Links = () => {
  const { t } = useTranslation(['profile', 'friends', 'settings', 'common', 'wall']);
  const pays = useSession()?.role !== ROLE_ANCHOR;
  const requests = useAppState('counts')?.requests ?? 0;
  const unread = useLiveQuery(countUnreadNotices) ?? 0;
  return (
    <nav css={styles.root} aria-label={t('me.more')}>
      <ul>
        <Row to={NOTICES} icon={<Bell size={20} />} label={t('me.notices')} badge={badgeOf(unread)} />
        <Row
          to={FRIEND_REQUESTS}
          icon={<UserPlus size={20} />}
          label={t('friends:tabs.requests')}
          badge={badgeOf(requests)}
        />
        {pays ? <Row to={TASKS} icon={<Gift size={20} />} label={t('wall:tasks.title')} /> : null}
        <Row to={HOSTING} icon={<Video size={20} />} label={t(pays ? 'me.becomeHost' : 'me.hosting')} />
        <Row to={PAYMENT_HISTORY} icon={<ReceiptText size={20} />} label={t('me.payments')} />
        <Row to={threadPath(OFFICIAL_TID)} icon={<LifeBuoy size={20} />} label={t('settings:links.team')} />
        <Row to={SETTINGS} icon={<Settings size={20} />} label={t('common:nav.settings')} />
        <Row to={LANGUAGE_SETTINGS} icon={<Languages size={20} />} label={t('settings:language')} />
        <Row
          opens="dialog"
          onOpen={() => openPanel('download', {})}
          icon={<Download size={20} />}
          label={t('me.download')}
        />
        <Row
          onOpen={() => void sharePage('/', config.name)}
          icon={<Share2 size={20} />}
          label={t('me.shareApp', { brand: config.name })}
        />
      </ul>
    </nav>
  );
};
