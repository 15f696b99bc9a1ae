import { css } from '@emotion/react';
import type { ReactNode } from 'react';
import { color, size, space } from '../style/tokens.ts';

const styles = {
  root: css({
    display: 'grid',
    justifyItems: 'center',
    alignContent: 'center',
    gap: space(2),
    blockSize: '100%',
    minBlockSize: '280px',
    padding: space(8),
    textAlign: 'center',
    overflowWrap: 'anywhere',
  }),
  art: css({
    display: 'grid',
    placeItems: 'center',
    inlineSize: '96px',
    blockSize: '96px',
    marginBlockEnd: space(3),
    borderRadius: '36%',
    backgroundColor: color.raised,
    backgroundImage: `radial-gradient(circle at 30% 20%, ${color.aurora1}, transparent 70%)`,
    color: color.accentText,
  }),
  title: css({ fontSize: size.lg }),
  text: css({ color: color.soft, maxInlineSize: '32ch', textWrap: 'balance' }),
  action: css({ marginBlockStart: space(4) }),
};

type Props = {
  readonly art: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly action?: ReactNode;
  readonly level?: 'h1' | 'h2';
};

/** Placeholder of an empty list or page: illustration, title, text and an optional action. */
export const Empty = ({ art, title, text, action, level: Title = 'h2' }: Props) => (
  <div css={styles.root}>
    <div css={styles.art} aria-hidden="true">
      {art}
    </div>
    <Title css={styles.title}>{title}</Title>
    <p css={styles.text}>{text}</p>
    {action ? <div css={styles.action}>{action}</div> : null}
  </div>
);
