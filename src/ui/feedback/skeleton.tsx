import { css } from '@emotion/react';
import { color, radius, space } from '../style/tokens.ts';

const styles = {
  row: css({ display: 'flex', alignItems: 'center', gap: space(3), padding: `${space(3)} ${space(4)}` }),
  block: css({
    backgroundColor: color.raised,
    borderRadius: radius.pill,
    animation: 'breathe 1.6s ease-in-out infinite',
  }),
  face: css({ inlineSize: '48px', blockSize: '48px', borderRadius: '36%', flexShrink: 0 }),
  lines: css({ flex: 1, display: 'grid', gap: space(2) }),
  name: css({ inlineSize: '40%', blockSize: '14px' }),
  text: css({ inlineSize: '72%', blockSize: '12px' }),
  heading: css({ display: 'block', inlineSize: '9em', maxInlineSize: '40vw', blockSize: '1em' }),
};

/** Placeholder inside the heading of a person whose name is not loaded yet, as a heading must not be empty. */
export const NameSkeleton = () => <span css={[styles.block, styles.heading]} aria-hidden="true" data-skeleton />;

/** Placeholder rows with an avatar and two text bars, for lists of people and conversations. */
export const RowSkeletons = ({ count }: { readonly count: number }) => (
  <div aria-hidden="true" data-skeleton>
    {Array.from({ length: count }, (_, row) => `row-${row}`).map((key) => (
      <div key={key} css={styles.row}>
        <div css={[styles.block, styles.face]} />
        <div css={styles.lines}>
          <div css={[styles.block, styles.name]} />
          <div css={[styles.block, styles.text]} />
        </div>
      </div>
    ))}
  </div>
);
