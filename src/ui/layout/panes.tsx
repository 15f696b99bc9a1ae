import { css } from '@emotion/react';
import type { ReactNode } from 'react';
import { color, space, wide, wider, widest } from '../style/tokens.ts';

const styles = {
  root: css({ flex: 1, minBlockSize: 0, display: 'flex' }),
  list: css({
    flex: 1,
    minInlineSize: 0,
    display: 'flex',
    flexDirection: 'column',
    backgroundColor: color.surface,
    '[data-open] > &': { display: 'none' },
    [wide]: {
      flex: 'none',
      inlineSize: '340px',
      borderInlineEnd: `1px solid ${color.line}`,
      '[data-open] > &': { display: 'flex' },
    },
    [wider]: { inlineSize: '380px' },
    [widest]: { inlineSize: '420px' },
  }),
  detail: css({
    flex: 1,
    minInlineSize: 0,
    display: 'none',
    flexDirection: 'column',
    backgroundColor: color.ground,
    backgroundImage: `radial-gradient(70% 45% at 100% 0%, ${color.wash2}, transparent), radial-gradient(60% 40% at 0% 100%, ${color.wash1}, transparent)`,
    '[data-open] > &': { display: 'flex' },
    [wide]: { display: 'flex' },
  }),
  head: css({
    display: 'flex',
    alignItems: 'center',
    gap: space(2),
    flexShrink: 0,
    minBlockSize: '64px',
    paddingInlineStart: space(5),
    paddingInlineEnd: space(4),
  }),
};

type Props = {
  readonly label: string;
  readonly list: ReactNode;
  /** An entry is open: on a phone it replaces the list. */
  readonly open: boolean;
  readonly children: ReactNode;
};

/** A list and its open entry: side by side on a wide screen, one at a time on a phone. */
const Root = ({ label, list, open, children }: Props) => (
  <div css={styles.root} data-open={open || undefined}>
    <section css={styles.list} aria-label={label}>
      {list}
    </section>
    <div css={styles.detail}>{children}</div>
  </div>
);

const Head = ({ children }: { readonly children: ReactNode }) => <header css={styles.head}>{children}</header>;

/** Layout of a list and its open entry: side by side from 1,024 px, one at a time below. `Panes.Head` is the header of a pane. */
export const Panes = Object.assign(Root, { Head });
