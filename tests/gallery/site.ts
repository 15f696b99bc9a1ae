import { existsSync } from 'node:fs';
import { type Answer, type Site, startSite } from '../harness/servers/site.ts';
import type { Screen } from './screen.ts';

const PICTURES = new URL('../../demo/media/', import.meta.url);
const DRAWN = new URL('../../public/', import.meta.url);
/** What `mediaOf` writes: which picture, whose. */
const MEDIA = /^\/media\/([1-4])0*(\d{4,5})(?:\/img\d+)?$/;
const STATIC = /^\/((?:gifts|samples|stickers)\/[\w/-]+\.(?:webp|mp4))$/;

const fileAt = (name: string, folder: URL): Answer => ({
  file: new URL(name, folder).pathname,
  type: name.endsWith('.mp4') ? 'video/mp4' : 'image/webp',
});

function pictureAt(path: string): Answer | undefined {
  const [, drawn] = STATIC.exec(path) ?? [];
  // A newer server has pictures that this build knows nothing of.
  if (drawn) return fileAt(existsSync(new URL(drawn, DRAWN)) ? drawn : 'gifts/rose-256.webp', DRAWN);
  const [, kind, uid] = MEDIA.exec(path) ?? [];
  if (!kind || !uid) return undefined;
  return fileAt(kind === '4' ? `${uid}.mp4` : `${uid}${kind === '1' ? '' : `-${kind}`}.webp`, PICTURES);
}

/** `allow` says what the requests of the next screen are answered with. */
export type GallerySite = Site & { allow(requests: Screen['requests']): void };

/**
 * Serves a build of the gallery with the pictures of the demo, which the browser keeps: whoever answers in the browser's place turns
 * its cache off, and each screen would fetch them all anew. So a picture that a screen is refused is no other screen's.
 */
export async function startGallerySite(distDir: string): Promise<GallerySite> {
  let allowed: Screen['requests'];
  const site = await startSite(
    distDir,
    (path) => {
      const status = allowed?.[path];
      return status === undefined ? pictureAt(path) : { status };
    },
    // A gateway's card fields stand in a frame.
    { frames: 'data:' },
  );
  return {
    ...site,
    allow(requests) {
      allowed = requests;
    },
  };
}
