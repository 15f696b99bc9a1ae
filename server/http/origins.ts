/** A page may call the API when it is ours, or of a brand host named in the configuration. No header: not a page. */
export function isOwnOrigin(origin: string | undefined, host: string, allowed: readonly string[]): boolean {
  if (origin === undefined || allowed.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
