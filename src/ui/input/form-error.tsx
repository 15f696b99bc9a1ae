import { css } from '@emotion/react';
import { CircleAlert } from 'lucide-react';
import { color, radius, size, space } from '../style/tokens.ts';

const styles = {
  root: css({
    display: 'flex',
    alignItems: 'center',
    gap: space(2),
    fontSize: size.xs,
    color: color.danger,
    '&:not(:empty)': { padding: space(3), borderRadius: radius.field, backgroundColor: color.dangerWash },
  }),
};

/** Error message of a form, announced to screen readers. */
export const FormError = ({ text }: { readonly text: string }) => (
  <div css={styles.root} role="alert">
    {text ? (
      <>
        <CircleAlert size={18} />
        {text}
      </>
    ) : null}
  </div>
);
