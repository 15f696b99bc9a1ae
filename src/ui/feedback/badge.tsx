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
    '&[data-quiet]': { backgroundImage: 'none', backgroundColor: color.line, color: color.soft },
  }),
};

type Props = {
  readonly text: string;
  readonly label?: string;
  /** Without colour, for a count that does not ask for attention. */
  readonly quiet?: boolean;
};

/**
 * A count in a coloured pill, such as unread messages on a navigation entry. `label` names what is counted for screen readers;
 * without it the count is decorative.
 */
export const Badge = ({ text, label, quiet = false }: Props) => (
  <>
    <span css={styles.root} data-quiet={quiet || undefined} aria-hidden="true">
      {text}
    </span>
    {label ? <Hidden>{label}</Hidden> : null}
  </>
);
