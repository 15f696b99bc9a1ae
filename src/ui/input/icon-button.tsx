import { css } from '@emotion/react';
import type { ComponentProps } from 'react';
import { accent, color, motion, radius } from '../style/tokens.ts';

const styles = {
  root: css({
    display: 'inline-grid',
    placeItems: 'center',
    inlineSize: '44px',
    blockSize: '44px',
    flexShrink: 0,
    borderRadius: radius.pill,
    color: color.soft,
    transition: `background-color ${motion.quick}, color ${motion.quick}, transform ${motion.quick} ${motion.ease}`,
    '&:hover:not(:disabled)': { backgroundColor: color.hover, color: color.text },
    '&:active:not(:disabled)': { transform: 'scale(0.94)' },
    '&:disabled': { opacity: 0.4 },
    '&[data-look="accent"]': {
      backgroundImage: accent,
      color: color.onAccent,
      '&:disabled': { backgroundImage: 'none', backgroundColor: color.raised, color: color.faint, opacity: 1 },
    },
    '&[data-look="raised"]': { backgroundColor: color.raised, color: color.text },
    '&[data-flip] svg': { '[dir="rtl"] &': { transform: 'scaleX(-1)' } },
  }),
};

type Props = {
  readonly label: string;
  readonly variant?: 'bare' | 'accent' | 'raised';
  /** For arrows: mirrored in right-to-left languages. */
  readonly flip?: boolean;
};

/** A round button with an icon. `label` is its accessible name and its tooltip. */
export const IconButton = ({
  label,
  variant = 'bare',
  flip = false,
  ...rest
}: Props & Omit<ComponentProps<'button'>, 'aria-label'>) => (
  <button
    type="button"
    css={styles.root}
    aria-label={label}
    title={label}
    data-look={variant}
    data-flip={flip || undefined}
    {...rest}
  />
);
