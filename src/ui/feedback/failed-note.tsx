import { css } from '@emotion/react';
import { CloudOff } from 'lucide-react';
import { color, radius, size, space } from '../style/tokens.ts';

const styles = {
  root: css({
    display: 'flex',
    alignItems: 'center',
    gap: space(3),
    paddingInline: space(4),
    paddingBlock: space(3),
    borderRadius: radius.card,
    fontSize: size.xs,
    backgroundColor: color.warnWash,
    color: color.warn,
    '& > svg': { flexShrink: 0 },
  }),
};

/** Note above cached content that states why its refresh failed. The content stays visible. */
export const FailedNote = ({ text }: { readonly text: string }) => (
  <p css={styles.root} role="status">
    <CloudOff size={18} aria-hidden="true" />
    {text}
  </p>
);
