import { css } from '@emotion/react';
import type { ReactNode } from 'react';
import { Picture } from '../../ui/picture.tsx';
import { portrait } from '../../ui/tokens.ts';

const styles = {
  root: css({
    position: 'absolute',
    inset: 0,
    overflow: 'hidden',
    backgroundColor: portrait.night,
    '& > div:first-of-type': { position: 'absolute', inset: '-48px', filter: 'blur(28px) saturate(1.2)', opacity: 0.7 },
  }),
  dim: css({ position: 'absolute', inset: 0, backgroundImage: portrait.veil }),
};

type Props = { readonly uid: number; readonly name: string; readonly url: string; readonly children?: ReactNode };

/** Somebody's portrait out of focus, while there is no picture of them yet. */
export const PortraitBackdrop = ({ uid, name, url, children }: Props) => (
  <div css={styles.root} aria-hidden="true">
    <div>
      <Picture uid={uid} name={name} url={url} sizes="100vw" early />
    </div>
    <div css={styles.dim} />
    {children}
  </div>
);
