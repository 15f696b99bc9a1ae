import { css } from '@emotion/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { PICTURE_WIDTHS_PX, sized } from '#contract/media.ts';
import { Picture } from '../../ui/picture.tsx';
import { motion, portrait } from '../../ui/tokens.ts';

const styles = {
  root: css({
    position: 'absolute',
    inset: 0,
    overflow: 'hidden',
    backgroundColor: portrait.night,
    '& > div:first-of-type': { position: 'absolute', inset: 0, opacity: 0.9 },
    '& canvas': {
      position: 'absolute',
      inset: 0,
      inlineSize: '100%',
      blockSize: '100%',
      objectFit: 'cover',
      objectPosition: '50% 24%',
      animation: `appear ${motion.slow} ${motion.ease}`,
    },
  }),
  dim: css({ position: 'absolute', inset: 0, backgroundImage: portrait.veil }),
};

/** So few that drawn over a whole screen they run into each other. */
const WIDTH_PX = 12;
const HEIGHT_PX = 16;

type Props = { readonly uid: number; readonly url: string; readonly children?: ReactNode };

/**
 * Somebody's portrait out of focus, while there is no picture of them yet. Out of focus by its size: to blur a whole screen
 * holds up the page for a quarter of a second where no graphics card does it, when a call should begin.
 */
export const PortraitBackdrop = ({ uid, url, children }: Props) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (url === '') return;
    const image = new Image();
    image.src = sized(url, PICTURE_WIDTHS_PX[0]);
    const draw = () => {
      const pen = canvas.current?.getContext('2d');
      if (!pen) return;
      pen.imageSmoothingQuality = 'high';
      pen.drawImage(image, 0, 0, WIDTH_PX, HEIGHT_PX);
    };
    // A picture that does not come leaves the person's colours.
    image.decode().then(draw, () => undefined);
  }, [url]);
  return (
    <div css={styles.root} aria-hidden="true">
      <div>
        <Picture uid={uid} name="" url="" sizes="" />
        {url === '' ? null : <canvas key={url} ref={canvas} width={WIDTH_PX} height={HEIGHT_PX} />}
      </div>
      <div css={styles.dim} />
      {children}
    </div>
  );
};
