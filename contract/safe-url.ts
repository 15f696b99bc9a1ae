/** Loopback addresses: http is safe there, because the traffic stays on the machine. */
const LOOPBACK = /^http:\/\/(?:(?:[\w-]+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?(?:[/?#]|$)/i;

/**
 * The address of a picture or clip as a page may load it: of our own host, https, or blob. What is asked for over http is
 * asked for over https (product 5.5), but on the machine itself. '' for every other scheme.
 */
export function safeUrl(url: string): string {
  if (url.startsWith('/')) return /^\/[/\\]/.test(url) ? '' : url;
  if (/^(?:https:\/\/|blob:)/i.test(url) || LOOPBACK.test(url)) return url;
  return /^http:\/\//i.test(url) ? `https://${url.slice('http://'.length)}` : '';
}
