/** Nobody listens in on the way to the machine itself. */
const LOOPBACK = /^(?:localhost|[\w-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * The address of a picture or clip as a page may load it: of our own host, https, or blob. What is asked for over http is
 * asked for over https (section 5), but on the machine itself. '' for every other scheme.
 */
export function safeUrl(url: string): string {
  if (url.startsWith('/') && !/^\/[/\\]/.test(url)) return url;
  const parsed = URL.parse(url);
  if (!parsed || !['https:', 'http:', 'blob:'].includes(parsed.protocol)) return '';
  if (parsed.protocol === 'http:' && !LOOPBACK.test(parsed.hostname)) {
    parsed.protocol = 'https:';
    return parsed.href;
  }
  return url;
}
