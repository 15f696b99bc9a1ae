const HTML = /^text\/html\b/i;

/**
 * Whether the response can be the file of the app at this URL. An edge that does not have a file yet, or a captive portal, answers with a
 * page; cached in place of a script, it would break the app until the next build.
 */
export function isAppFile(url: string, response: Response): boolean {
  const isPage = HTML.test(response.headers.get('content-type') ?? '');
  return response.ok && isPage === new URL(url, 'http://app').pathname.endsWith('.html');
}
