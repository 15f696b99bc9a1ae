import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { and, eq, gte, lt, sql } from 'drizzle-orm';
import { PARTS_KEPT_MS, UPLOAD_TIMEOUT_MS } from '../../../contract/media/rules.ts';
import { fail, ok, type Result } from '../../../contract/result.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/database/connect.ts';
import { uploadRoom } from './tables.ts';

/** Any number that begins no other pair of keys of an advisory lock. */
const ROOM_LOCK = 4_600_007;
const RETRY_MS = 60_000;
/** A job removes the files of unfinished uploads each hour: their room is free when they are surely gone. */
const PARTS_ROOM_MS = PARTS_KEPT_MS + 2 * 3_600_000;
const WHOLE_ROOM_MS = 2 * UPLOAD_TIMEOUT_MS;
/** The file, and the copy that is worked on. */
const COPIES = 2;

/** Bounds of unfinished uploads, in bytes. */
export type RoomBounds = {
  /** Free space of the disk that no upload may take. */
  readonly reserve: number;
  /** Reserved by all unfinished uploads, over all processes. */
  readonly total: number;
  /** Reserved by those of one address. */
  readonly perAddress: number;
};

export type Claim = {
  /** One upload, whichever process takes its parts. */
  readonly key: string;
  readonly uid: number;
  readonly address: string;
  /** Of the whole file. */
  readonly size: number;
  /** Bytes of it that are on the disk. */
  readonly written: number;
  /** Whether it outlives its request. */
  readonly inParts: boolean;
};

export type UploadRoom = {
  /**
   * Reserves room for an upload when it begins, and notes how far it has come with each further part. `upload-no-room`: the disk or
   * the total is used up; `rate-limited`: the address has too many unfinished uploads.
   */
  claim(claim: Claim): Promise<Result<void>>;
  release(key: string): Promise<void>;
};

type RoomDeps = {
  readonly db: Database;
  readonly bounds: RoomBounds;
  /** Free bytes of the disk on which unfinished uploads lie. */
  readonly freeBytes: () => Promise<number>;
  readonly clock?: Clock;
};

/**
 * Room for unfinished uploads. It is reserved in the database before the first byte is written, under one lock, so that uploads that
 * begin at the same moment, in any process, cannot take the same room. Processes with disks of their own count as if they shared one.
 */
export function openUploadRoom({ db, bounds, freeBytes, clock = Date }: RoomDeps): UploadRoom {
  const isBelowReserve = async (wanted: number) => (await freeBytes()) - wanted < bounds.reserve;
  const untilOf = ({ inParts }: Claim) => new Date(clock.now() + (inParts ? PARTS_ROOM_MS : WHOLE_ROOM_MS));

  async function reserve(tx: Transaction, claim: Claim): Promise<Result<void>> {
    await tx.execute(sql`select pg_advisory_xact_lock(${ROOM_LOCK})`);
    await tx.delete(uploadRoom).where(lt(uploadRoom.until, new Date(clock.now())));
    const { rows } = await tx.execute<{ total: string; unwritten: string; own: string }>(sql`
      select coalesce(sum(bytes), 0) as total, coalesce(sum(greatest(bytes - written, 0)), 0) as unwritten,
        coalesce(sum(bytes) filter (where address = ${claim.address}), 0) as own
      from ${uploadRoom} where key <> ${claim.key}`);
    const bytes = claim.size * COPIES;
    const total = Number(rows[0]?.total) + bytes;
    const own = Number(rows[0]?.own) + bytes;
    const unwritten = Number(rows[0]?.unwritten) + Math.max(0, bytes - claim.written);
    if (own > bounds.perAddress) return fail({ code: 'rate-limited', retryAfterMs: RETRY_MS });
    if (total > bounds.total || (await isBelowReserve(unwritten))) return fail({ code: 'upload-no-room' });
    const { key, uid, address, written } = claim;
    const values = { uid, address, bytes, written, until: untilOf(claim) };
    await tx
      .insert(uploadRoom)
      .values({ key, ...values })
      .onConflictDoUpdate({ target: uploadRoom.key, set: values });
    return ok(undefined);
  }

  return {
    async claim(claim) {
      const { key, size, written } = claim;
      const isOwn = and(eq(uploadRoom.key, key), gte(uploadRoom.bytes, size * COPIES));
      const known = await db
        .update(uploadRoom)
        .set({ written, until: untilOf(claim) })
        .where(isOwn)
        .returning({ key: uploadRoom.key });
      if (known.length === 0) return db.transaction((tx) => reserve(tx, claim));
      // Something else may have filled the disk meanwhile. The parts stay, and may go on later.
      return (await isBelowReserve(0)) ? fail({ code: 'upload-no-room' }) : ok(undefined);
    },
    async release(key) {
      await db.delete(uploadRoom).where(eq(uploadRoom.key, key));
    },
  };
}

/** Free bytes, for users without privileges, of the disk of a folder; of its parent where it is not there yet. */
export async function freeBytesOf(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    const parent = dirname(folder);
    if (parent === folder) throw error;
    return freeBytesOf(parent);
  }
}
