import { css } from '@emotion/react';
import type { ReactNode } from 'react';
import { color, motion, size, space } from '../style/tokens.ts';

const styles = {
  root: css({
    display: 'flex',
    alignItems: 'center',
    gap: space(3),
    minBlockSize: '44px',
    paddingInline: space(4),
    fontSize: size.xs,
    backgroundColor: color.raised,
    color: color.soft,
    borderBlockEnd: `1px solid ${color.line}`,
    animation: `appear ${motion.slow} ${motion.ease}`,
    '&[data-tone="warn"]': { backgroundColor: color.warnWash, color: color.warn },
    '&[data-tone="accent"]': { backgroundColor: color.accentWash, color: color.accentText },
  }),
  words: css({
    flex: 1,
    minInlineSize: 0,
    paddingBlock: space(2),
    '& strong': { fontWeight: 650, marginInlineEnd: space(2) },
  }),
};

type Props = {
  readonly tone: 'calm' | 'warn' | 'accent';
  readonly icon: ReactNode;
  readonly title: string;
  readonly text?: string;
  readonly action?: ReactNode;
};

/** Strip with an icon, a message and an optional action, across the top of the page or in it. `useBanner` decides about some of them. */
export const Banner = ({ tone, icon, title, text, action }: Props) => (
  <div css={styles.root} data-tone={tone}>
    {icon}
    <p css={styles.words}>
      <strong>{title}</strong>
      {text}
    </p>
    {action}
  </div>
);
