import { config as brand } from '#brand/config.ts';
import { hostsOf } from '#contract/brand.ts';
import { mediaIdOf, type PictureWidth, sized } from '#contract/media/media.ts';
import { safeUrl } from '#contract/safe-url.ts';

/** The media host is where the API is: our own origin, or another one's whose brand we are. */
export const API_HOST = hostsOf(brand, import.meta.env.MODE).api;

/** Where a picture or clip that was kept is fetched from; '' for an address that no page may load. */
export const mediaSrc = (url: string): string => (mediaIdOf(url) === undefined ? safeUrl(url) : API_HOST + url);
/** The same of a picture, at most so wide. */
export const pictureSrc = (url: string, width: PictureWidth): string =>
  (mediaIdOf(url) === undefined ? '' : API_HOST) + sized(url, width);
