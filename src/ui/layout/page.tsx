import { css } from '@emotion/react';
import { type ReactNode, type RefObject, useRef } from 'react';
import { color, size, space } from '../style/tokens.ts';
import { useScrollMemory } from './scroll-memory.ts';

const styles = {
  // The positioning contains visually hidden content, which would otherwise make the shell taller.
  root: css({
    position: 'relative',
    flex: 1,
    minBlockSize: 0,
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    outline: 'none',
  }),
  column: css({
    display: 'grid',
    gap: space(4),
    alignContent: 'start',
    marginInline: 'auto',
    padding: `${space(4)} ${space(4)} ${space(10)}`,
    maxInlineSize: '1600px',
    '&[data-narrow]': { maxInlineSize: '720px' },
  }),
  head: css({ display: 'flex', alignItems: 'center', gap: space(3), minBlockSize: '48px' }),
  title: css({ flex: 1, minInlineSize: 0, fontSize: size.xxl, letterSpacing: '-0.02em', color: color.text }),
};

type Props = {
  readonly title: string;
  /** Content beside the title. */
  readonly actions?: ReactNode;
  /** Back button before the title. */
  readonly lead?: ReactNode;
  /** Narrow column for reading and forms, instead of the full width. */
  readonly narrow?: boolean;
  /** The scrolling element, for virtualized lists. */
  readonly scroller?: RefObject<HTMLDivElement | null>;
  readonly children: ReactNode;
};

/** A page with its own scrolling. It starts at the top, and restores the scroll position after going back. */
export const Page = ({ title, actions, lead, narrow = false, scroller, children }: Props) => {
  const own = useRef<HTMLDivElement>(null);
  const root = scroller ?? own;
  useScrollMemory(root);
  return (
    <div css={styles.root} ref={root} data-testid="scroller">
      <div css={styles.column} data-narrow={narrow || undefined}>
        <header css={styles.head}>
          {lead}
          <h1 css={styles.title}>{title}</h1>
          {actions}
        </header>
        {children}
      </div>
    </div>
  );
};
