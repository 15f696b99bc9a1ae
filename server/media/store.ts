import { createHash, randomBytes } from 'node:crypto';
import { copyFile, stat } from 'node:fs/promises';
import { and, eq } from 'drizzle-orm';
import { type MediaKind, mediaIdOf, mediaUrl, type UploadAnswer } from '../../contract/media/media.ts';
import type { Database, Queries } from '../database/connect.ts';
import { describeClip } from './clips/describe.ts';
import { isFile, type MediaFolder, moveInto, openMediaFolder, removeFile } from './folder.ts';
import { describePicture, type Prepared } from './picture.ts';
import { media } from './tables.ts';

export type NewMedia = Prepared & {
  readonly kind: MediaKind;
  readonly ownerUid: number;
  /** File in the temporary folder; it is moved away from there. */
  readonly path: string;
  readonly id?: string;
  readonly posterId?: string;
  /** See `media.uploadName`. */
  readonly uploadName?: string;
};

/** What an upload is answered with. */
export type Kept = Pick<UploadAnswer, 'url' | 'thumbUrl' | 'width' | 'height' | 'blur'>;

export type Import = { readonly ownerUid: number; readonly id: string; readonly posterId?: string };

export type MediaStore = {
  readonly folder: MediaFolder;
  /** Stores a prepared file; returns its id. Drops it when the owner's upload of that name is stored already. */
  keep(item: NewMedia): Promise<string>;
  /** What the account sent under this name, if anything. */
  sentAs(ownerUid: number, uploadName: string): Promise<Kept | undefined>;
  /** See `importFile`. */
  importFile(path: string, as: Import): Promise<string>;
};

export function openMediaStore({ db, dataDir }: { readonly db: Database; readonly dataDir: string }): MediaStore {
  const folder = openMediaFolder(dataDir);
  const keep = (item: NewMedia) => keepMedia(db, folder, item);
  const sentAs = (ownerUid: number, uploadName: string) => readSentAs(db, ownerUid, uploadName);
  return { folder, keep, sentAs, importFile: (path, as) => importFile({ db, folder, keep }, path, as) };
}

const newId = () => randomBytes(16).toString('hex');

/** Returns the same id for the same demo file on every machine, such as `demo/media/9001.webp`. */
export const demoMediaId = (filename: string) =>
  createHash('sha256').update(`demo/${filename}`).digest('hex').slice(0, 32);

async function readSentAs(db: Database, ownerUid: number, uploadName: string): Promise<Kept | undefined> {
  const [found] = await db
    .select({
      id: media.id,
      posterId: media.posterId,
      width: media.width,
      height: media.height,
      blur: media.blur,
    })
    .from(media)
    .where(and(eq(media.ownerUid, ownerUid), eq(media.uploadName, uploadName)));
  if (!found) return undefined;
  const { id, posterId, ...looks } = found;
  return { url: mediaUrl(id), ...(posterId === null ? {} : { thumbUrl: mediaUrl(posterId) }), ...looks };
}

/** The file is stored first, so that no row ever names a missing file. */
async function keepMedia(db: Database, folder: MediaFolder, item: NewMedia): Promise<string> {
  const { kind, ownerUid, path, id = newId(), posterId = null, uploadName = null, width, height, bytes, blur } = item;
  const original = folder.original(id, kind);
  try {
    await moveInto(original, path);
    const kept = await db
      .insert(media)
      .values({ id, ownerUid, kind, width, height, bytes, blur, posterId, uploadName })
      .onConflictDoNothing()
      .returning({ id: media.id });
    // Sent twice at the same time, and the other one was quicker. A file of ours is imported again under its own id.
    if (kept.length === 0 && uploadName !== null) await removeFile(original);
    return id;
  } catch (error) {
    await removeFile(original);
    throw error;
  }
}

/**
 * Imports a file of our own (a `.webp` picture or an `.mp4` clip of the demo) unchanged, and returns its address. It is
 * read but not encoded again, so an untrusted file must never be imported. A second call changes nothing; a file that
 * is missing in the data folder is copied again. Throws where the owner or the poster is unknown, or the file is neither.
 */
async function importFile(
  { db, folder, keep }: { db: Database; folder: MediaFolder; keep: MediaStore['keep'] },
  path: string,
  { id, ownerUid, posterId }: Import,
): Promise<string> {
  const kind: MediaKind = path.endsWith('.mp4') ? 'clip' : 'picture';
  const [known] = await db.select({ id: media.id }).from(media).where(eq(media.id, id));
  if (known && (await isFile(folder.original(id, kind)))) return mediaUrl(id);
  const described = kind === 'clip' ? await describeClip(path) : await describePicture(path);
  const { size: bytes } = await stat(path);
  await folder.workshop(async (newPath) => {
    const copy = newPath();
    await copyFile(path, copy);
    await keep({ blur: '', ...described, bytes, kind, ownerUid, path: copy, id, ...(posterId ? { posterId } : {}) });
  });
  return mediaUrl(id);
}

/** Returns whether this is the address of an upload of this account, and of this kind. For fields of profiles. */
export async function isOwnMedia(db: Queries, uid: number, url: string, kind?: MediaKind): Promise<boolean> {
  const id = mediaIdOf(url);
  if (id === undefined) return false;
  const [found] = await db
    .select({ kind: media.kind })
    .from(media)
    .where(and(eq(media.id, id), eq(media.ownerUid, uid)))
    // Locked against the clean-up until the caller's transaction has used it.
    .for('key share');
  return found !== undefined && (kind === undefined || found.kind === kind);
}
