import { css } from '@emotion/react';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { portrait, radius, space } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({
    position: 'absolute',
    // The buttons are beside the portrait, whose width follows from the height of the container.
    insetInlineStart: `min(calc(50% + (100cqb - ${space(10)}) * 0.375 + ${space(5)}), calc(100% - ${space(18)}))`,
    insetBlockStart: '50%',
    transform: 'translateY(-50%)',
    display: 'none',
    gap: space(2),
    '@media (hover: hover) and (min-width: 1024px)': { display: 'grid' },
  }),
  button: css({
    display: 'grid',
    placeItems: 'center',
    inlineSize: '48px',
    blockSize: '48px',
    borderRadius: radius.pill,
    backgroundColor: portrait.glass,
    boxShadow: `inset 0 0 0 1px ${portrait.rim}`,
    color: portrait.ink,
    '&:hover:not(:disabled)': { backgroundColor: portrait.glassHover },
    '&:disabled': { opacity: 0.4 },
  }),
};

type Props = { readonly at: number; readonly count: number; readonly onStep: (to: number) => void };

/** Buttons of the feed for mouse users: previous and next slide. */
export const FeedSteps = ({ at, count, onStep }: Props) => {
  const { t } = useTranslation('match');
  return (
    <div css={styles.root}>
      <button
        type="button"
        css={styles.button}
        aria-label={t('previous')}
        title={t('previous')}
        disabled={at === 0}
        onClick={() => onStep(at - 1)}
      >
        <ChevronUp size={24} aria-hidden="true" />
      </button>
      <button
        type="button"
        css={styles.button}
        aria-label={t('next')}
        title={t('next')}
        disabled={at >= count - 1}
        onClick={() => onStep(at + 1)}
      >
        <ChevronDown size={24} aria-hidden="true" />
      </button>
    </div>
  );
};
