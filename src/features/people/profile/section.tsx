import { css } from '@emotion/react';
import { type ReactNode, useId } from 'react';
import { size, space } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({ display: 'grid', gap: space(3), minInlineSize: 0 }),
  title: css({ fontSize: size.lg }),
};

/** Section of a profile with a heading. */
export const Section = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => {
  const id = useId();
  return (
    <section css={styles.root} aria-labelledby={id}>
      <h2 css={styles.title} id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
};
