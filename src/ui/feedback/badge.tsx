import { css } from '@emotion/react';
import { Hidden } from '../style/hidden.tsx';
import { accent, color, radius, space } from '../style/tokens.ts';

const styles = {
  root: css({
    display: 'inline-grid',
    placeItems: 'center',
    minInlineSize: '20px',
    blockSize: '20px',
    paddingInline: space(1.5),
    borderRadius: radius.pill,
    backgroundImage: accent,
    color: color.onAccent,
    fontSize: '0.75rem',
    fontWeight: 700,
    fontVariantNumeric: 'tabular-nums',
    lineHeight: 1,
  }),
};

/**
 * A count in a coloured pill, such as unread messages on a navigation entry. `label` names what is counted for screen readers;
 * without it the count is decorative.
 */
export const Badge = ({ text, label }: { readonly text: string; readonly label?: string }) => (
  <>
    <span css={styles.root} aria-hidden="true">
      {text}
    </span>
    {label ? <Hidden>{label}</Hidden> : null}
  </>
);
