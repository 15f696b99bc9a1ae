import { css } from '@emotion/react';
import { useEffect, useState } from 'react';
import { PICTURE_WIDTHS_PX } from '#contract/media/media.ts';
import { API_HOST, pictureSrc } from '../../../ui/media-host.ts';
import { Picture } from '../../../ui/picture.tsx';
import { portrait } from '../../../ui/tokens.ts';

const styles = {
  root: css({
    position: 'absolute',
    inset: 0,
    overflow: 'hidden',
    backgroundColor: portrait.night,
    backgroundSize: 'cover',
    backgroundPosition: '50% 24%',
  }),
  colours: css({ position: 'absolute', inset: 0, opacity: 0.9 }),
  dim: css({ position: 'absolute', inset: 0, backgroundImage: portrait.veil }),
};

/** So few pixels that they blend when drawn over a whole screen. */
const WIDTH_PX = 12;
const HEIGHT_PX = 16;
const BRIGHTNESS = 0.9;

/** Tiny portraits as data addresses, cached: one call shows the same one on several screens. */
const known = new Map<string, string>();

/** Rejects for a picture that does not load. */
async function makeFew(url: string): Promise<string> {
  const image = new Image();
  // A picture of another host can be drawn, but only with CORS can the canvas be read.
  if (API_HOST !== '') image.crossOrigin = 'anonymous';
  image.src = pictureSrc(url, PICTURE_WIDTHS_PX[0]);
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH_PX;
  canvas.height = HEIGHT_PX;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('No canvas');
  pen.imageSmoothingQuality = 'high';
  pen.fillStyle = portrait.dark;
  pen.fillRect(0, 0, WIDTH_PX, HEIGHT_PX);
  pen.globalAlpha = BRIGHTNESS;
  pen.drawImage(image, 0, 0, WIDTH_PX, HEIGHT_PX);
  // The shade over it is part of the picture: the browser composes one picture instead of three.
  pen.globalAlpha = 1;
  const veil = pen.createLinearGradient(0, 0, 0, HEIGHT_PX);
  for (const [at, colour] of portrait.veilStops) veil.addColorStop(at, colour);
  pen.fillStyle = veil;
  pen.fillRect(0, 0, WIDTH_PX, HEIGHT_PX);
  const few = canvas.toDataURL();
  known.set(url, few);
  return few;
}

/** Undefined until it is known, '' when there is none. */
function useFew(url: string): string | undefined {
  const [made, setMade] = useState({ of: '', few: '' });
  useEffect(() => {
    if (url === '' || known.has(url)) return;
    let shown = true;
    const show = (few: string) => shown && setMade({ of: url, few });
    makeFew(url).then(show, () => show(''));
    return () => {
      shown = false;
    };
  }, [url]);
  if (url === '') return '';
  return known.get(url) ?? (made.of === url ? made.few : undefined);
}

type Props = { readonly uid: number; readonly url: string };

/**
 * Blurred portrait of a person, while there is no picture of them yet; their colours where there is none. Blurred by its
 * size: a CSS blur of a whole screen blocks the page for a quarter of a second without a graphics card, when a
 * call should begin. A background, not a canvas: a canvas would be composed again for each frame of the own camera.
 */
export const PortraitBackdrop = ({ uid, url }: Props) => {
  const few = useFew(url);
  return (
    <div css={styles.root} style={few ? { backgroundImage: `url("${few}")` } : undefined} aria-hidden="true">
      {few === '' ? (
        <>
          <div css={styles.colours}>
            <Picture uid={uid} name="" url="" sizes="" />
          </div>
          <div css={styles.dim} />
        </>
      ) : null}
    </div>
  );
};
