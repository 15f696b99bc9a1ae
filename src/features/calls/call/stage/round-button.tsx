import { css } from '@emotion/react';
import type { ComponentProps } from 'react';
import { motion, onCall, portrait, radius } from '../../../../ui/style/tokens.ts';

const styles = {
  root: css({
    display: 'inline-grid',
    placeItems: 'center',
    flexShrink: 0,
    inlineSize: '52px',
    blockSize: '52px',
    borderRadius: radius.pill,
    color: portrait.ink,
    backgroundColor: portrait.glass,
    boxShadow: `inset 0 0 0 1px ${portrait.rim}`,
    transition: `transform ${motion.quick} ${motion.ease}, background-color ${motion.quick}, filter ${motion.quick}`,
    '&:hover': { backgroundColor: portrait.glassHover },
    '&:active': { transform: 'scale(0.94)' },
    '&:focus-visible': { outlineColor: portrait.ink },
    '&[aria-pressed="true"]': { backgroundColor: portrait.ink, color: portrait.onInk },
    '&[data-look="accept"]': { backgroundColor: onCall.accept, '&:hover': { filter: 'brightness(1.1)' } },
    '&[data-look="decline"]': { backgroundColor: onCall.decline, '&:hover': { filter: 'brightness(1.1)' } },
    '&[data-size="large"]': { inlineSize: '68px', blockSize: '68px' },
    '&[data-flip] svg': { '[dir="rtl"] &': { transform: 'scaleX(-1)' } },
  }),
};

type Props = {
  readonly label: string;
  readonly variant?: 'glass' | 'accept' | 'decline';
  readonly large?: boolean;
  /** For arrows: mirrored in right-to-left layouts. */
  readonly flip?: boolean;
};

/** Round button of the call screens, over a video or portrait. */
export const RoundButton = ({
  label,
  variant = 'glass',
  large = false,
  flip = false,
  ...rest
}: Props & Omit<ComponentProps<'button'>, 'aria-label'>) => (
  <button
    type="button"
    css={styles.root}
    aria-label={label}
    title={label}
    data-look={variant}
    data-size={large ? 'large' : undefined}
    data-flip={flip || undefined}
    {...rest}
  />
);
