import { css } from '@emotion/react';
import { MessageCircle, Settings } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { useUnread } from '../data/threads.ts';
import { formatNumber } from '../i18n/format.ts';
import { Badge } from '../ui/badge.tsx';
import { Mark } from '../ui/mark.tsx';
import { color, motion, size, space, wide } from '../ui/tokens.ts';
import { HOME, SETTINGS } from './paths.ts';

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
  item: css({ flex: 1, [wide]: { flex: 'none' } }),
  link: css({
    position: 'relative',
    display: 'grid',
    justifyItems: 'center',
    gap: space(0.5),
    minBlockSize: '56px',
    alignContent: 'center',
    fontSize: '0.75rem',
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

type ItemProps = { readonly to: string; readonly label: string; readonly icon: ReactNode; readonly unread?: number };

const Item = ({ to, label, icon, unread = 0 }: ItemProps) => {
  const [path] = useLocation();
  const { t } = useTranslation();
  const here = path === to || path.startsWith(`${to}/`);
  return (
    <li css={styles.item}>
      <Link href={to} css={styles.link} aria-current={here ? 'page' : undefined}>
        <span css={styles.icon}>
          {icon}
          {unread > 0 ? (
            <span css={styles.badge}>
              <Badge text={unread > 99 ? '99+' : formatNumber(unread)} label={t('unread', { count: unread })} />
            </span>
          ) : null}
        </span>
        {label}
      </Link>
    </li>
  );
};

/** A bar below on a phone, a rail beside on a desk. */
export const Navigation = () => {
  const { t } = useTranslation();
  const unread = useUnread();
  return (
    <nav css={styles.root} aria-label={t('nav.label')}>
      <span css={styles.mark}>
        <Mark size={36} />
      </span>
      <ul css={styles.list}>
        <Item to={HOME} label={t('nav.messages')} icon={<MessageCircle size={24} />} unread={unread} />
        <Item to={SETTINGS} label={t('nav.settings')} icon={<Settings size={24} />} />
      </ul>
    </nav>
  );
};
