import { css } from '@emotion/react';
import type { ComponentProps } from 'react';
import { accent, color, motion, radius, size, space } from '../style/tokens.ts';

const styles = {
  root: css({
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: space(2),
    minBlockSize: '48px',
    paddingInline: space(5),
    borderRadius: radius.pill,
    fontSize: size.md,
    fontWeight: 650,
    lineHeight: 1.2,
    textAlign: 'center',
    color: color.text,
    transition: `transform ${motion.quick} ${motion.ease}, filter ${motion.quick}, background-color ${motion.quick}`,
    '&:active:not(:disabled)': { transform: 'scale(0.98)' },
    '&:disabled, &[aria-busy="true"]': { opacity: 0.55 },
    '&[data-look="primary"]': {
      backgroundImage: accent,
      color: color.onAccent,
      boxShadow: `0 8px 24px -8px ${color.glow}`,
      '&:hover:not(:disabled)': { filter: 'brightness(1.06)' },
    },
    '&[data-look="plain"]': {
      backgroundColor: color.raised,
      boxShadow: `inset 0 0 0 1px ${color.edge}`,
      '&:hover:not(:disabled)': { backgroundColor: color.hover },
    },
    '&[data-look="quiet"]': { color: color.accentText, '&:hover:not(:disabled)': { backgroundColor: color.hover } },
    '&[data-look="danger"]': {
      backgroundColor: color.dangerWash,
      color: color.danger,
      '&:hover:not(:disabled)': { filter: 'brightness(1.05)' },
    },
    '&[data-size="small"]': { minBlockSize: '44px', paddingInline: space(4), fontSize: size.xs },
    // Only a button of full width may break within a word: its label may contain a name. Others keep their words whole beside a text.
    '&[data-wide]': { inlineSize: '100%', overflowWrap: 'anywhere' },
  }),
};

type ButtonStyle = {
  readonly variant?: 'primary' | 'plain' | 'quiet' | 'danger';
  readonly small?: boolean;
  readonly wide?: boolean;
};

/** A button. Type `button` by default, so it does not submit a form. */
export const Button = ({
  variant = 'plain',
  small = false,
  wide = false,
  ...rest
}: ButtonStyle & ComponentProps<'button'>) => (
  <button
    type="button"
    css={styles.root}
    data-look={variant}
    data-size={small ? 'small' : undefined}
    data-wide={wide || undefined}
    {...rest}
  />
);

/** The styles of `Button`, for links that must look like buttons. */
export const buttonStyle = styles.root;
