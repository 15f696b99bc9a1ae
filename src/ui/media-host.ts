import { config as brand } from '#brand/config.ts';
import { hostsOf } from '#contract/brand.ts';
import { mediaIdOf, NO_PICTURE, type PictureWidth, privateIdOf, sized } from '#contract/media/media.ts';
import { safeUrl } from '#contract/safe-url.ts';

/** The media host is the API's host: our own origin, or the host that the brand's configuration names. */
export const API_HOST = hostsOf(brand, import.meta.env.MODE).api;

const isStored = (url: string) => mediaIdOf(url) !== undefined || privateIdOf(url) !== undefined;

/** Nothing of anybody else's host is asked for: it would learn who looks (threats: media leaks the address). */
const isForeign = (url: string) => {
  const address = url.replace(/^blob:/i, '');
  return (
    /^https?:/i.test(address) &&
    ![location.origin, API_HOST].some((host) => host !== '' && address.startsWith(`${host}/`))
  );
};
const own = (url: string) => (isForeign(url) ? '' : url);

/** Address of a stored picture or clip; '' for an address that no page may load. */
export const mediaSrc = (url: string): string => (isStored(url) ? API_HOST + url : own(safeUrl(url)));
/** Address of a stored picture at this width at most. */
export const pictureSrc = (url: string, width: PictureWidth): string =>
  isStored(url) ? API_HOST + sized(url, width) : isForeign(safeUrl(url)) ? NO_PICTURE : sized(url, width);

const BLUR = /^data:image\/webp;base64,[\w+/]+={0,2}$/;
/** What is shown until a picture is there; '' for everything that is not one in itself. */
export const blurSrc = (blur: string): string => (BLUR.test(blur) ? blur : '');
