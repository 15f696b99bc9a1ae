import { css } from '@emotion/react';
import type { ReactNode } from 'react';
import { color, motion, radius, size, space, wide } from '../style/tokens.ts';

const styles = {
  root: css({
    display: 'grid',
    gridTemplateColumns: 'auto 1fr',
    alignItems: 'center',
    gap: space(3),
    margin: space(3),
    padding: space(4),
    borderRadius: radius.card,
    backgroundColor: color.raised,
    boxShadow: `0 12px 32px ${color.shadow}, inset 0 0 0 1px ${color.line}`,
    animation: `rise ${motion.slow} ${motion.ease}`,
    [wide]: {
      gridTemplateColumns: 'auto 1fr auto',
      inlineSize: `min(760px, 100% - 2 * ${space(3)})`,
      marginInline: 'auto',
    },
  }),
  title: css({ fontSize: size.md }),
  text: css({ fontSize: size.xs, color: color.soft, textWrap: 'pretty' }),
  actions: css({
    gridColumn: '1 / -1',
    display: 'flex',
    flexWrap: 'wrap',
    gap: space(2),
    justifyContent: 'end',
    [wide]: { gridColumn: 'auto' },
  }),
};

type Props = {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
  /** The buttons. */
  readonly children: ReactNode;
};

/** Card of an automatic prompt below the page. It takes space in the layout, so that it covers no control. */
export const PromptCard = ({ icon, title, text, children }: Props) => (
  <aside css={styles.root} aria-label={title}>
    {icon}
    <div>
      <h2 css={styles.title}>{title}</h2>
      <p css={styles.text}>{text}</p>
    </div>
    <div css={styles.actions}>{children}</div>
  </aside>
);
