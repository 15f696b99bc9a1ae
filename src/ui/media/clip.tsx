import { css } from '@emotion/react';
import { useState } from 'react';
import { motion } from '../style/tokens.ts';
import { useClipPlays } from './clip-stage.ts';
import { mediaSrc } from './media-host.ts';

const styles = {
  root: css({
    position: 'absolute',
    inset: 0,
    inlineSize: '100%',
    blockSize: '100%',
    objectFit: 'cover',
    objectPosition: '50% 24%',
    opacity: 0,
    pointerEvents: 'none',
    transition: `opacity ${motion.slow} ${motion.ease}`,
    '&[data-moving]': { opacity: 1 },
  }),
};

const Playing = ({ url }: { readonly url: string }) => {
  const [moving, setMoving] = useState(false);
  return (
    <video
      css={styles.root}
      data-moving={moving || undefined}
      src={mediaSrc(url) || undefined}
      muted
      loop
      autoPlay
      playsInline
      disablePictureInPicture
      disableRemotePlayback
      tabIndex={-1}
      aria-hidden="true"
      onPlaying={() => setMoving(true)}
      onError={() => setMoving(false)}
    />
  );
};

/** Muted preview clip over a person's portrait. It is rendered and loaded only while `useClipPlays` is true for the person. */
export const Clip = ({ uid, url }: { readonly uid: number; readonly url: string }) => {
  const plays = useClipPlays(uid);
  return plays && url !== '' ? <Playing url={url} /> : null;
};
