import { createHash, randomBytes } from 'node:crypto';
import { copyFile, stat } from 'node:fs/promises';
import { and, eq, isNull } from 'drizzle-orm';
import {
  type MediaKind,
  type MediaPurpose,
  mediaIdOf,
  mediaUrl,
  privateUrl,
  type UploadAnswer,
} from '../../../contract/media/media.ts';
import { UNNAMED_MEDIA_KEPT_MS } from '../../../contract/media/rules.ts';
import type { Database, Queries } from '../../platform/database/connect.ts';
import { describeClip } from './clips/describe.ts';
import type { MediaFiles } from './files/files.ts';
import { type MediaFolder, openMediaFolder } from './folder.ts';
import { describePicture, type Prepared } from './picture.ts';
import { media } from './tables.ts';

/**
 * A processed file to store with `MediaStore.keep`: its temporary path, owner, kind, purpose, description, result of the content check,
 * and poster or frames.
 */
export type NewMedia = Prepared & {
  readonly kind: MediaKind;
  readonly ownerUid: number;
  /** Path of the file in the temporary folder, from which it is put into the store. */
  readonly path: string;
  readonly id?: string;
  readonly posterId?: string;
  /** The client's name of an upload, by which the same upload is recognized (`media.uploadName`); absent for posters and imports. */
  readonly uploadName?: string;
  readonly purpose?: MediaPurpose;
  readonly ms?: number;
  readonly wave?: string;
  /** For a clip in a message: the poster, which is stored next to it. */
  readonly posterPath?: string;
  /** For a clip that was not checked: further frames, for the later check. */
  readonly framePaths?: readonly string[];
  readonly bits?: number;
  /** When its content was checked; missing when it was not. */
  readonly checkedAt?: Date;
};

/**
 * A stored upload as its client is answered: address, kind, size in pixels, placeholder, and for clips and audio the length, poster or
 * waveform.
 */
export type StoredFile = Omit<UploadAnswer, 'result' | 'msg'>;

/** Owner and id of a trusted file to import with `MediaStore.importFile`, and the id of its poster. */
export type Import = { readonly ownerUid: number; readonly id: string; readonly posterId?: string };

/**
 * The store of media: files of profiles and of messages with their rows. It stores processed uploads, finds an upload that was sent
 * before, and imports trusted files.
 */
export type MediaStore = {
  readonly folder: MediaFolder;
  readonly privateFolder: MediaFolder;
  /**
   * Stores a processed file and returns its id. When the owner's upload of the same name is already stored, the new file is dropped, and
   * the returned id has no row; `sentAs` finds the stored one.
   */
  keep(item: NewMedia): Promise<string>;
  /** Returns the account's stored upload of this name; undefined when there is none. */
  sentAs(ownerUid: number, uploadName: string): Promise<StoredFile | undefined>;
  /** Stores a trusted picture or clip of the demo unchanged, as profile media, and returns its address. Idempotent. */
  importFile(path: string, as: Import): Promise<string>;
};

type StoreParts = { readonly db: Database; readonly dataDir: string; readonly files?: MediaFiles };

/** Opens the store of media: the files of both purposes and their rows. */
export function openMediaStore({ db, dataDir, files }: StoreParts): MediaStore {
  const folder = openMediaFolder(dataDir, 'profile', files);
  const privateFolder = openMediaFolder(dataDir, 'chat', files);
  const keep = (item: NewMedia) => keepMedia(db, item.purpose === 'chat' ? privateFolder : folder, item);
  const sentAs = (ownerUid: number, uploadName: string) => readSentAs(db, ownerUid, uploadName);
  return { folder, privateFolder, keep, sentAs, importFile: (path, as) => importFile({ db, folder, keep }, path, as) };
}

const newId = () => randomBytes(16).toString('hex');

/** Returns the media id of a demo file by its name, such as that of `demo/media/9001.webp`; the same on every machine. */
export const demoMediaId = (filename: string) =>
  createHash('sha256').update(`demo/${filename}`).digest('hex').slice(0, 32);

async function readSentAs(db: Database, ownerUid: number, uploadName: string): Promise<StoredFile | undefined> {
  const [found] = await db
    .select({
      id: media.id,
      kind: media.kind,
      purpose: media.purpose,
      posterId: media.posterId,
      ms: media.ms,
      wave: media.wave,
      width: media.width,
      height: media.height,
      blur: media.blur,
    })
    .from(media)
    .where(and(eq(media.ownerUid, ownerUid), eq(media.uploadName, uploadName), isNull(media.goneAt)));
  if (!found) return undefined;
  const { posterId, purpose, ms, wave, ...looks } = found;
  const url = purpose === 'chat' ? privateUrl(found.id) : mediaUrl(found.id);
  const ownPoster = purpose === 'chat' && found.kind === 'clip' ? { thumbUrl: url } : {};
  return {
    ...looks,
    url,
    ...(posterId === null ? ownPoster : { thumbUrl: mediaUrl(posterId) }),
    ...(ms === null ? {} : { ms }),
    ...(wave === null ? {} : { wave }),
  };
}

/** Stores the files of an upload or import, then inserts its row: in this order, so that no row refers to a missing file. */
async function keepMedia(db: Database, folder: MediaFolder, item: NewMedia): Promise<string> {
  const { path, posterPath, framePaths = [], id = newId(), purpose = 'profile', ...row } = item;
  const original = folder.original(id, row.kind);
  // When a file for a message is deleted if it is not sent. Profile media have no end; another job deletes unused ones.
  const keptUntil = purpose === 'chat' ? new Date(Date.now() + UNNAMED_MEDIA_KEPT_MS) : null;
  try {
    await folder.files.put(original, path);
    if (posterPath !== undefined) await folder.files.put(folder.original(id, 'picture'), posterPath);
    for (const [at, frame] of framePaths.entries()) await folder.files.put(folder.frame(id, at), frame);
    const inserted = await db
      .insert(media)
      .values({ ...row, id, purpose, keptUntil })
      .onConflictDoNothing()
      .returning({ id: media.id });
    // The file was sent twice concurrently, and the other upload was stored first. Imported files have no upload name, and are
    // stored again under their own id.
    if (inserted.length === 0 && row.uploadName !== undefined) await folder.remove(id);
    return id;
  } catch (error) {
    // When this fails too, the clean-up job finds a file without a row.
    await folder.remove(id).catch(() => undefined);
    throw error;
  }
}

/**
 * Imports a trusted file (a `.webp` picture or `.mp4` clip of the demo) unchanged, and returns its address. It is not encoded
 * again, so an untrusted file must never be imported. Idempotent; a file that is missing in the data folder is copied again. Throws
 * when the owner or the poster is unknown, or the file is neither picture nor clip.
 */
async function importFile(
  { db, folder, keep }: { db: Database; folder: MediaFolder; keep: MediaStore['keep'] },
  path: string,
  { id, ownerUid, posterId }: Import,
): Promise<string> {
  const kind: MediaKind = path.endsWith('.mp4') ? 'clip' : 'picture';
  const [known] = await db.select({ id: media.id }).from(media).where(eq(media.id, id));
  if (known && (await folder.has(folder.original(id, kind)))) return mediaUrl(id);
  const described = kind === 'clip' ? await describeClip(path) : await describePicture(path);
  const { size: bytes } = await stat(path);
  await folder.withTempFiles(async (newPath) => {
    const copy = newPath();
    await copyFile(path, copy);
    await keep({
      blur: '',
      lockBlur: '',
      ...described,
      bytes,
      kind,
      ownerUid,
      path: copy,
      id,
      ...(posterId ? { posterId } : {}),
    });
  });
  return mediaUrl(id);
}

/**
 * Returns whether this is the address of a profile upload of this account, and of this kind. Used to validate profile fields; locks the
 * row, so that the file is not deleted before the caller's transaction uses it.
 */
export async function isOwnMedia(db: Queries, uid: number, url: string, kind?: MediaKind): Promise<boolean> {
  const id = mediaIdOf(url);
  if (id === undefined) return false;
  const [found] = await db
    .select({ kind: media.kind })
    .from(media)
    .where(and(eq(media.id, id), eq(media.ownerUid, uid), eq(media.purpose, 'profile')))
    // Locks the row, so that the clean-up does not delete it before the caller's transaction has used it.
    .for('key share');
  return found !== undefined && (kind === undefined || found.kind === kind);
}
