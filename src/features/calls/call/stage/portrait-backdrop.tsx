import { css } from '@emotion/react';
import { useEffect, useState } from 'react';
import { PICTURE_WIDTHS_PX } from '#contract/media/media.ts';
import { API_HOST, pictureSrc } from '../../../../ui/media/media-host.ts';
import { Picture } from '../../../../ui/media/picture.tsx';
import { portrait } from '../../../../ui/style/tokens.ts';

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

/** Size in px at which the browser's smoothing blurs the picture when it is scaled to a whole screen. */
const WIDTH_PX = 12;
const HEIGHT_PX = 16;
const BRIGHTNESS = 0.9;

/** Generated pictures as data URLs, by source URL: several screens of one call show the same one. */
const known = new Map<string, string>();

/** Draws the portrait in 12 × 16 px, and resolves to its data URL, also stored in `known`; rejects if the portrait fails to load. */
async function makeTinyPicture(url: string): Promise<string> {
  const image = new Image();
  // A cross-origin picture taints the canvas unless it is loaded with CORS.
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
  // The gradient is drawn into the picture, so that the browser composites one layer instead of three.
  pen.globalAlpha = 1;
  const veil = pen.createLinearGradient(0, 0, 0, HEIGHT_PX);
  for (const [at, colour] of portrait.veilStops) veil.addColorStop(at, colour);
  pen.fillStyle = veil;
  pen.fillRect(0, 0, WIDTH_PX, HEIGHT_PX);
  const tiny = canvas.toDataURL();
  known.set(url, tiny);
  return tiny;
}

/** Returns the data URL of the portrait in 12 × 16 px, to be blurred by upscaling; undefined until it is drawn, '' without one. */
function useTinyPicture(url: string): string | undefined {
  const [made, setMade] = useState({ of: '', tiny: '' });
  useEffect(() => {
    if (url === '' || known.has(url)) return;
    let shown = true;
    const show = (tiny: string) => shown && setMade({ of: url, tiny });
    makeTinyPicture(url).then(show, () => show(''));
    return () => {
      shown = false;
    };
  }, [url]);
  if (url === '') return '';
  return known.get(url) ?? (made.of === url ? made.tiny : undefined);
}

type Props = { readonly uid: number; readonly url: string };

/**
 * Blurred portrait behind a call without video; the user's colours if there is no portrait. It is blurred by upscaling: a CSS blur
 * of a whole screen blocks the page for 250 ms without a GPU, just when a call starts. It is a background image, as a canvas
 * would be composited again for each frame of the self-view.
 */
export const PortraitBackdrop = ({ uid, url }: Props) => {
  const tiny = useTinyPicture(url);
  return (
    <div css={styles.root} style={tiny ? { backgroundImage: `url("${tiny}")` } : undefined} aria-hidden="true">
      {tiny === '' ? (
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
