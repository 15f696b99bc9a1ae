import { css } from '@emotion/react';
import type { ReactNode } from 'react';
import { IconTile } from '../../../ui/mark/icon-tile.tsx';
import { color, size, space } from '../../../ui/style/tokens.ts';

const styles = {
  note: css({ display: 'flex', gap: space(3), padding: space(4) }),
  words: css({ flex: 1, minInlineSize: 0, display: 'grid', gap: space(1), justifyItems: 'start' }),
  title: css({ fontSize: size.md, fontWeight: 550 }),
  text: css({ fontSize: size.xs, color: color.soft, textWrap: 'pretty', marginBlockEnd: space(1) }),
};

type Props = {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly action?: ReactNode;
};

/** Row of the notification settings that explains why there are no notifications, with an action that helps. */
export const Note = ({ icon, title, text, action }: Props) => (
  <div css={styles.note}>
    <IconTile tone={9}>{icon}</IconTile>
    <div css={styles.words}>
      <h3 css={styles.title}>{title}</h3>
      <p css={styles.text}>{text}</p>
      {action}
    </div>
  </div>
);
