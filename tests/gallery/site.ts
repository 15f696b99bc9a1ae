import { existsSync } from 'node:fs';
import { type Answer, type Site, startSite } from '../harness/servers/site.ts';
import type { Screen } from './screen.ts';

const PICTURES = new URL('../../demo/media/', import.meta.url);
const DRAWN = new URL('../../public/', import.meta.url);
/** Addresses that `mediaOf` creates: kind and host. */
const MEDIA = /^\/media\/([1-4])0*(\d{4,5})(?:\/img\d+)?$/;
const STATIC = /^\/((?:gifts|samples|stickers)\/[\w/-]+\.(?:webp|mp4))$/;

const fileAt = (name: string, folder: URL): Answer => ({
  file: new URL(name, folder).pathname,
  type: name.endsWith('.mp4') ? 'video/mp4' : 'image/webp',
});

function pictureAt(path: string): Answer | undefined {
  const [, drawn] = STATIC.exec(path) ?? [];
  // A picture that this build does not have, as on a newer server.
  if (drawn) return fileAt(existsSync(new URL(drawn, DRAWN)) ? drawn : 'gifts/rose-256.webp', DRAWN);
  const [, kind, uid] = MEDIA.exec(path) ?? [];
  if (!kind || !uid) return undefined;
  return fileAt(kind === '4' ? `${uid}.mp4` : `${uid}${kind === '1' ? '' : `-${kind}`}.webp`, PICTURES);
}

/** `allow` sets the status codes that answer the next screen's requests. */
export type GallerySite = Site & { allow(requests: Screen['requests']): void };

/**
 * Serves a build of the gallery with the demo's pictures, so that the browser caches them: Playwright's request interception would turn the
 * cache off, and each screen would fetch all pictures again. Therefore a picture that one screen is refused must not be used by another.
 */
export async function startGallerySite(distDir: string): Promise<GallerySite> {
  let allowed: Screen['requests'];
  const site = await startSite(
    distDir,
    (path) => {
      const status = allowed?.[path];
      return status === undefined ? pictureAt(path) : { status };
    },
    // Card fields of a gateway are shown in a frame.
    { frames: 'data:' },
  );
  return {
    ...site,
    allow(requests) {
      allowed = requests;
    },
  };
}
