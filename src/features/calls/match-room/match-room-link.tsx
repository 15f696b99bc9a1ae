import { css } from '@emotion/react';
import { Shuffle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { ROLE_ANCHOR } from '#contract/account/rules.ts';
import { MATCH_FREE_SECONDS } from '#contract/calls/rules.ts';
import { useSession } from '../../../data/session.tsx';
import { formatClock } from '../../../i18n/format.ts';
import { RANDOM_MATCH } from '../../../paths.ts';
import { accent, color, motion, size, space } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({
    flexShrink: 0,
    display: 'flex',
    alignItems: 'center',
    gap: space(3),
    inlineSize: `min(100% - ${space(8)}, 440px)`,
    minBlockSize: '56px',
    marginInline: 'auto',
    marginBlockStart: space(3),
    paddingInline: space(4),
    paddingBlock: space(2),
    borderRadius: '20px',
    color: color.onAccent,
    backgroundImage: accent,
    boxShadow: `0 14px 32px -16px ${color.glow}`,
    transition: `transform ${motion.quick} ${motion.ease}, filter ${motion.quick}`,
    '&:hover': { filter: 'brightness(1.06)' },
    '&:active': { transform: 'scale(0.985)' },
  }),
  words: css({ flex: 1, minInlineSize: 0, display: 'grid', lineHeight: 1.25 }),
  title: css({ fontSize: size.md, fontWeight: 700 }),
  text: css({ fontSize: size.xs, textWrap: 'pretty' }),
};

/** Link from the feed of hosts (/match) to the random match. */
export const MatchRoomLink = () => {
  const { t } = useTranslation('match');
  const pays = useSession()?.role !== ROLE_ANCHOR;
  return (
    <Link href={RANDOM_MATCH} css={styles.root}>
      <Shuffle size={24} aria-hidden="true" />
      <span css={styles.words}>
        <span css={styles.title}>{t('room.door')}</span>
        <span css={styles.text}>
          {pays ? t('room.doorFree', { time: formatClock(MATCH_FREE_SECONDS) }) : t('room.doorText')}
        </span>
      </span>
    </Link>
  );
};
