import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { BRAND_IDS } from '../../../../contract/brand.ts';

/**
 * Name of the file in the build folder that names the build's brand and its other hosts; the build writes it, the server reads it. A dot
 * file, so that it is never served.
 */
export const BUILD_CARD = '.build.json';

const origin = v.pipe(
  v.string(),
  v.check((text) => URL.parse(text)?.origin === text, 'must be an origin'),
);
const card = v.object({
  brand: v.string(),
  name: v.optional(v.string()),
  connect: v.array(origin),
  media: v.optional(v.array(origin), []),
});

const readCard = (distDir: string) => {
  const file = join(distDir, BUILD_CARD);
  return existsSync(file) ? v.parse(card, JSON.parse(readFileSync(file, 'utf8'))) : undefined;
};

/** Origins of other hosts that pages of the build connect to, and that they load media from. */
export type ForeignHosts = { readonly connect: readonly string[]; readonly media: readonly string[] };
/** The `ForeignHosts` of a build whose pages use this server only. */
export const NO_FOREIGN_HOSTS: ForeignHosts = { connect: [], media: [] };

/**
 * Reads the other origins that the pages of this build connect to and load media from, at the start, for their
 * Content-Security-Policy. They come from the build's brand, so the server itself is not bound to a brand, and allows no hosts of other
 * brands.
 */
export const foreignHostsOf = (distDir: string): ForeignHosts => readCard(distDir) ?? NO_FOREIGN_HOSTS;

/**
 * Reads the display name of the build's brand, for texts that leave the app, such as e-mails. Without a build that states it, returns the
 * id of the first brand.
 */
export const brandNameOf = (distDir: string): string => readCard(distDir)?.name ?? BRAND_IDS[0];
