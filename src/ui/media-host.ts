import { config as brand } from '#brand/config.ts';
import { hostsOf } from '#contract/brand.ts';
import { mediaIdOf, type PictureWidth, privateIdOf, sized } from '#contract/media/media.ts';
import { safeUrl } from '#contract/safe-url.ts';

/** The media host is the API's host: our own origin, or the host that the brand's configuration names. */
export const API_HOST = hostsOf(brand, import.meta.env.MODE).api;

const isStored = (url: string) => mediaIdOf(url) !== undefined || privateIdOf(url) !== undefined;

/** Address of a stored picture or clip; '' for an address that no page may load. */
export const mediaSrc = (url: string): string => (isStored(url) ? API_HOST + url : safeUrl(url));
/** Address of a stored picture at this width at most. */
export const pictureSrc = (url: string, width: PictureWidth): string =>
  (isStored(url) ? API_HOST : '') + sized(url, width);
