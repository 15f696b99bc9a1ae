import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, inArray } from 'drizzle-orm';
import { mediaUrl } from '../../contract/media/media.ts';
import { demoMediaId, type MediaStore } from '../../server/domains/media/store.ts';
import { profile } from '../../server/domains/people/tables.ts';
import type { Database } from '../../server/platform/database/connect.ts';
import type { Logger } from '../../server/platform/log/log.ts';
import { DEMO_ANCHORS } from './people.ts';
import { sharePortraits } from './seed-many.ts';

/** Dependencies of `importPortraits` and `importAlbums`. */
export type PicturesParts = {
  readonly db: Database;
  readonly store: MediaStore;
  readonly log: Pick<Logger, 'warn'>;
  /** Folder with pictures named like `demo/media/<uid>.webp` and `demo/media/<uid>-2.webp`; default `demo/media`. */
  readonly source?: string;
};
type Host = Pick<typeof profile.$inferSelect, 'uid' | 'avatarUrl' | 'albums' | 'videos'>;

const SOURCE = join(import.meta.dirname, '../../demo/media');
/** Concurrent imports. Decoding a picture uses a full core, and the start needs another. */
const AT_ONCE = 2;

/**
 * Imports missing portraits of the demo hosts; runs before the server listens, as lists show them. Changed profiles are left alone, files
 * missing in the data folder are restored, and unreadable ones are logged and skipped. If nothing is missing, it costs one query and one
 * `stat` per file. Stops early when `signal` is aborted.
 */
export async function importPortraits(parts: PicturesParts, signal?: AbortSignal): Promise<void> {
  const imported = await forEachHost(parts, signal, async (host, take) => {
    const avatarUrl = await take(`${host.uid}.webp`, host.avatarUrl);
    return avatarUrl !== undefined && host.avatarUrl === '' ? { avatarUrl } : undefined;
  });
  if (imported > 0) await sharePortraits(parts.db);
}

/** Imports missing albums and videos of the demo hosts by the rules of `importPortraits`; runs a few seconds after the server listens. */
export async function importAlbums(parts: PicturesParts, signal?: AbortSignal): Promise<void> {
  await forEachHost(parts, signal, async (host, take) => {
    const drawn: string[] = [];
    for (const file of [`${host.uid}-2.webp`, `${host.uid}-3.webp`]) {
      const url = await take(file, host.albums.length === 0 ? '' : urlOf(file));
      if (url !== undefined) drawn.push(url);
    }
    const [clip] = host.videos;
    const portrait = `${host.uid}.webp`;
    const videoUrl = await take(`${host.uid}.mp4`, clip?.videoUrl ?? '', demoMediaId(portrait));
    return {
      // An album that the host has changed is left alone; one that contains only imported pictures is completed.
      ...(host.albums.every((url) => drawn.includes(url)) && drawn.length > host.albums.length
        ? { albums: drawn }
        : {}),
      ...(videoUrl !== undefined && !clip
        ? { videos: [{ thumbnail: urlOf(portrait), videoUrl, checksum: demoMediaId(`${host.uid}.mp4`) }] }
        : {}),
    };
  });
}

const urlOf = (file: string) => mediaUrl(demoMediaId(file));

/**
 * Imports a file unless it is imported already; returns its URL. Undefined if the source folder lacks it, or the profile shows another one
 * (`shown`) in its place.
 */
type Take = (file: string, shown: string, posterId?: string) => Promise<string | undefined>;

/** Runs `work` for every demo host, stores the change of the profile that it returns, and returns how many profiles changed. */
async function forEachHost(
  { db, store, log, source = SOURCE }: PicturesParts,
  signal: AbortSignal | undefined,
  work: (host: Host, take: Take) => Promise<Partial<Omit<Host, 'uid'>> | undefined>,
): Promise<number> {
  const files = new Set(await readdir(source).catch(() => []));
  const uids = DEMO_ANCHORS.map(({ uid }) => uid);
  const { uid, avatarUrl, albums, videos } = profile;
  const hosts = await db.select({ uid, avatarUrl, albums, videos }).from(profile).where(inArray(uid, uids));
  let changed = 0;

  async function takeFile(host: Host, file: string, shown: string, posterId?: string): Promise<string | undefined> {
    if (!files.has(file) || (shown !== '' && shown !== urlOf(file))) return undefined;
    const id = demoMediaId(file);
    const isThere =
      shown !== '' && (await store.folder.has(store.folder.original(id, file.endsWith('.mp4') ? 'clip' : 'picture')));
    if (isThere) return shown;
    return store.importFile(join(source, file), { ownerUid: host.uid, id, ...(posterId ? { posterId } : {}) });
  }

  async function complete(host: Host): Promise<void> {
    try {
      const change = await work(host, (file, shown, posterId) => takeFile(host, file, shown, posterId));
      if (!change || Object.keys(change).length === 0) return;
      await db.update(profile).set(change).where(eq(profile.uid, host.uid));
      changed += 1;
    } catch (error) {
      log.warn({ uid: host.uid, err: error }, 'failed to import a picture of a demo host');
    }
  }

  for (let at = 0; at < hosts.length && !signal?.aborted; at += AT_ONCE) {
    await Promise.all(hosts.slice(at, at + AT_ONCE).map(complete));
  }
  return changed;
}
