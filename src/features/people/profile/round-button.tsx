import { css } from '@emotion/react';
import type { ReactNode } from 'react';
import { color, motion, radius } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({
    display: 'grid',
    placeItems: 'center',
    inlineSize: '56px',
    minBlockSize: '48px',
    borderRadius: radius.pill,
    backgroundColor: color.raised,
    color: color.soft,
    boxShadow: `inset 0 0 0 1px ${color.edge}`,
    transition: `transform ${motion.calm} ${motion.ease}, color ${motion.quick}, background-color ${motion.quick}`,
    '&:hover': { backgroundColor: color.hover, color: color.text },
    '&:active': { transform: 'scale(0.92)' },
    '&[aria-pressed="true"]': {
      backgroundColor: color.accentWash,
      color: color.accentText,
      boxShadow: `inset 0 0 0 1px ${color.accentText}`,
      '& svg': { fill: 'currentColor' },
    },
  }),
};

type Props = {
  readonly label: string;
  /** State of a toggle button; omitted for other buttons. */
  readonly pressed?: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
};

/** Round icon button of a profile; with `pressed` a toggle. */
export const ProfileIconButton = ({ label, pressed, onPress, children }: Props) => (
  <button type="button" css={styles.root} aria-label={label} title={label} aria-pressed={pressed} onClick={onPress}>
    {children}
  </button>
);
