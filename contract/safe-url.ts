/** Loopback addresses: http is safe there, because the traffic stays on the machine. */
const LOOPBACK = /^http:\/\/(?:(?:[\w-]+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?(?:[/?#]|$)/i;

/**
 * Returns the address of a picture or clip that a page may load: the own host, https, or blob. An http address becomes https (product
 * 5.5), except on loopback. '' for every other scheme.
 */
export function safeUrl(url: string): string {
  if (url.startsWith('/')) return /^\/[/\\]/.test(url) ? '' : url;
  if (/^(?:https:\/\/|blob:)/i.test(url) || LOOPBACK.test(url)) return url;
  return /^http:\/\//i.test(url) ? `https://${url.slice('http://'.length)}` : '';
}
