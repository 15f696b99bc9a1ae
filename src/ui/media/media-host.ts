import { config as brand } from '#brand/config.ts';
import { hostsOf } from '#contract/brand.ts';
import { mediaIdOf, NO_PICTURE, type PictureWidth, privateIdOf, sized } from '#contract/media/media.ts';
import { safeUrl } from '#contract/safe-url.ts';

/** Origin of the API, which also serves media; prefix of media URLs. Empty if it is the page's own origin. */
export const API_HOST = hostsOf(brand, import.meta.env.MODE).api;

const isStored = (url: string) => mediaIdOf(url) !== undefined || privateIdOf(url) !== undefined;

/**
 * Returns whether a URL leads to another server than that of the page or the API. Such URLs are never loaded, because that server would
 * learn the user's IP address (threats: media leaks the address).
 */
const isForeign = (url: string) => {
  const address = url.replace(/^blob:/i, '');
  return (
    /^https?:/i.test(address) &&
    ![location.origin, API_HOST].some((host) => host !== '' && address.startsWith(`${host}/`))
  );
};
const own = (url: string) => (isForeign(url) ? '' : url);

/** Returns the `src` for the URL of a picture or clip: with the API's origin for a stored one. Empty for a URL that no page may load. */
export const mediaSrc = (url: string): string => (isStored(url) ? API_HOST + url : own(safeUrl(url)));
/**
 * Returns the `src` of a picture: for a stored one, scaled by the server to at most `width` px; for a URL on another host, `NO_PICTURE`;
 * for any other URL (`blob:`, a file of the app), the unscaled one.
 */
export const pictureSrc = (url: string, width: PictureWidth): string =>
  isStored(url) ? API_HOST + sized(url, width) : isForeign(safeUrl(url)) ? NO_PICTURE : sized(url, width);

const BLUR = /^data:image\/webp;base64,[\w+/]+={0,2}$/;
/**
 * Returns a picture's inline placeholder if it is a valid WebP `data:` URL, else an empty string. It comes from the server and is
 * untrusted.
 */
export const blurSrc = (blur: string): string => (BLUR.test(blur) ? blur : '');
