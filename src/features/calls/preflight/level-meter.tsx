import { css } from '@emotion/react';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { color, radius } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({
    position: 'relative',
    blockSize: '14px',
    overflow: 'hidden',
    borderRadius: radius.pill,
    backgroundColor: color.raised,
    boxShadow: `inset 0 0 0 1px ${color.line}`,
    '&::before': {
      content: '""',
      position: 'absolute',
      inset: 0,
      borderRadius: 'inherit',
      backgroundColor: color.online,
      transformOrigin: 'left',
      transform: 'scaleX(var(--level, 0))',
      transition: 'transform 80ms linear',
      '[dir="rtl"] &': { transformOrigin: 'right' },
    },
  }),
};

/** Bar of the microphone's level. `Preflight` sets `--level` (0 to 1) on the element by `ref`, as it changes many times a second. */
export const LevelMeter = ({ ref }: { readonly ref: Ref<HTMLDivElement> }) => {
  const { t } = useTranslation('preflight');
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers style <meter> differently, and its value jumps
    <div
      css={styles.root}
      ref={ref}
      role="meter"
      aria-label={t('microphone.level')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={0}
    />
  );
};
