import { css } from '@emotion/react';
import { useTranslation } from 'react-i18next';
import { Hidden } from '../../../ui/style/hidden.tsx';
import { color, radius, space, wide } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({ display: 'grid', gap: space(5), [wide]: { padding: space(8) } }),
  portrait: css({
    aspectRatio: '3 / 4',
    maxBlockSize: '68dvh',
    inlineSize: '100%',
    backgroundColor: color.raised,
    borderEndStartRadius: '28px',
    borderEndEndRadius: '28px',
    animation: 'breathe 1.6s ease-in-out infinite',
    [wide]: { maxInlineSize: '440px', borderRadius: radius.card },
  }),
  line: css({
    blockSize: '48px',
    marginInline: space(4),
    borderRadius: radius.pill,
    backgroundColor: color.raised,
    [wide]: { maxInlineSize: '440px', marginInline: 0 },
  }),
};

/** Placeholder for a profile that is not stored on this device yet. */
export const ProfileSkeleton = () => {
  const { t } = useTranslation();
  return (
    <div css={styles.root} role="status" data-skeleton>
      <Hidden>{t('loading')}</Hidden>
      <div css={styles.portrait} />
      <div css={styles.line} />
    </div>
  );
};
