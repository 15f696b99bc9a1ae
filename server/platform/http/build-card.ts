import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

/** The file with which a build describes itself. A dot file, so that it is never served. */
export const BUILD_CARD = '.build.json';

const origin = v.pipe(
  v.string(),
  v.check((text) => URL.parse(text)?.origin === text, 'must be an origin'),
);
const card = v.object({ brand: v.string(), connect: v.array(origin), media: v.optional(v.array(origin), []) });

/** Origins of other hosts that pages connect to, and that they load media from. */
export type ForeignHosts = { readonly connect: readonly string[]; readonly media: readonly string[] };
/** The hosts of a build without other origins. */
export const NO_FOREIGN_HOSTS: ForeignHosts = { connect: [], media: [] };

/**
 * Returns the other origins that the pages of this build connect to and load pictures from, for their Content-Security-Policy. They
 * come from the build's brand, so the server itself is not bound to a brand, and allows no hosts of other brands.
 */
export function foreignHostsOf(distDir: string): ForeignHosts {
  const file = join(distDir, BUILD_CARD);
  return existsSync(file) ? v.parse(card, JSON.parse(readFileSync(file, 'utf8'))) : NO_FOREIGN_HOSTS;
}
