import { css } from '@emotion/react';
import { memo, useCallback, useState } from 'react';
import { mediaIdOf, PICTURE_WIDTHS_PX } from '#contract/media/media.ts';
import { monogramOf, toneOf } from '../mark/monogram.ts';
import { motion, PORTRAIT_TONES, portrait } from '../style/tokens.ts';
import { blurSrc, pictureSrc } from './media-host.ts';

const tones = Object.fromEntries(
  PORTRAIT_TONES.map(([from, to], tone) => [
    `&[data-tone="${tone}"]`,
    { backgroundImage: `${portrait.light}, linear-gradient(160deg, ${from}, ${to})` },
  ]),
);

const styles = {
  root: css({
    position: 'absolute',
    inset: 0,
    display: 'grid',
    placeItems: 'center',
    overflow: 'hidden',
    containerType: 'size',
    ...tones,
  }),
  letters: css({
    fontSize: 'clamp(1rem, 34cqi, 9rem)',
    fontWeight: 700,
    letterSpacing: '-0.04em',
    lineHeight: 1,
    color: portrait.soft,
    opacity: 0.5,
    transform: 'translateY(-18%)',
    userSelect: 'none',
  }),
  blur: css({
    position: 'absolute',
    inset: 0,
    backgroundSize: 'cover',
    backgroundPosition: '50% 24%',
  }),
  image: css({
    position: 'absolute',
    inset: 0,
    inlineSize: '100%',
    blockSize: '100%',
    objectFit: 'cover',
    objectPosition: '50% 24%',
    opacity: 0,
    transition: `opacity ${motion.slow} ${motion.ease}`,
    '&[data-loaded]': { opacity: 1 },
    // No fade from blurred to sharp: it would show the colours of the background in between.
    '&[data-blurred]': { transition: 'none' },
  }),
};

type Props = {
  readonly uid: number;
  readonly name: string;
  /** URL of a picture on the media host, or empty. */
  readonly url: string;
  /** Blurred placeholder as a `data:` URL; empty or missing when unknown. */
  readonly blur?: string | undefined;
  /** Rendered width, in the format of the attribute `sizes`. */
  readonly sizes: string;
  /** Visible initially, so it is loaded first. */
  readonly early?: boolean;
};

/** Rendered until the picture is loaded: the blurred placeholder, or else the monogram. */
const Meanwhile = ({ name, blur }: { readonly name: string; readonly blur: string }) =>
  blur === '' ? (
    <span css={styles.letters}>{monogramOf(name)}</span>
  ) : (
    <span css={styles.blur} style={{ backgroundImage: `url("${blur}")` }} />
  );

/**
 * A person's picture, filling its container. Until it is loaded, and permanently when there is none, it shows a
 * blurred placeholder or the person's colours and letters. Decorative, because the name is shown beside it.
 */
export const Picture = memo(({ uid, name, url, blur: given = '', sizes, early = false }: Props) => {
  const [loaded, setLoaded] = useState('');
  const [broken, setBroken] = useState('');
  /** Ref of the image: counts a picture that the browser has cached as loaded at once, so that it does not fade in. */
  const measure = useCallback(
    (image: HTMLImageElement | null) => {
      if (image?.complete && image.naturalWidth > 0) setLoaded(url);
    },
    [url],
  );
  const host = mediaIdOf(url) !== undefined;
  const blur = blurSrc(given);
  return (
    <span css={styles.root} data-tone={toneOf(uid)} aria-hidden="true">
      {loaded === url && url !== '' ? null : <Meanwhile name={name} blur={broken === url ? '' : blur} />}
      {url === '' || broken === url ? null : (
        <img
          key={url}
          ref={measure}
          css={styles.image}
          data-loaded={loaded === url || undefined}
          data-blurred={blur !== '' || undefined}
          alt=""
          draggable={false}
          decoding="async"
          loading={early ? 'eager' : 'lazy'}
          fetchPriority={early ? 'high' : 'auto'}
          sizes={host ? sizes : undefined}
          srcSet={host ? PICTURE_WIDTHS_PX.map((width) => `${pictureSrc(url, width)} ${width}w`).join(', ') : undefined}
          src={pictureSrc(url, 480)}
          onLoad={() => setLoaded(url)}
          onError={() => setBroken(url)}
        />
      )}
    </span>
  );
});
Picture.displayName = 'Picture';
