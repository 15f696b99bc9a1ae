import { and, eq, gte, lt, sql } from 'drizzle-orm';
import { HOUR_MS } from '../../../../contract/durations.ts';
import { PARTS_KEPT_MS, UPLOAD_TIMEOUT_MS } from '../../../../contract/media/rules.ts';
import { fail, ok, type Result } from '../../../../contract/result.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Transaction } from '../../../platform/database/connect.ts';
import { uploadRoom } from '../tables.ts';

/** Key of the advisory lock under which space is reserved; no other code uses it. */
const ROOM_LOCK = 4_600_007;
const RETRY_MS = 60_000;
/** How long space is reserved after the last part of an upload: until the hourly job has certainly deleted its file. */
const PARTS_ROOM_MS = PARTS_KEPT_MS + 2 * HOUR_MS;
const WHOLE_ROOM_MS = 2 * UPLOAD_TIMEOUT_MS;
/** Number of files on the disk for one upload: the uploaded file, and the copy that is processed. */
const COPIES = 2;

/**
 * Limits of the disk space of unfinished uploads in bytes, from the configuration: free space to leave, the total of all processes, and
 * the maximum per address.
 */
export type RoomBounds = {
  /** Bytes of free disk space that uploads must not use. */
  readonly reserve: number;
  /** Maximum of the bytes reserved by all unfinished uploads, over all processes. */
  readonly total: number;
  /** Maximum of the bytes reserved by the unfinished uploads of one IP address. */
  readonly perAddress: number;
};

/**
 * A reservation of disk space for one upload, for `UploadRoom.claim`: the upload's key, its account and address, and its size and
 * progress in bytes.
 */
export type Claim = {
  /** Identifies the upload, whichever process receives its parts. */
  readonly key: string;
  readonly uid: number;
  readonly address: string;
  /** Size of the whole file in bytes. */
  readonly size: number;
  /** Number of its bytes that are on the disk. */
  readonly written: number;
  /** Whether it arrives in parts, and so outlives its request. */
  readonly inParts: boolean;
};

/**
 * Reservations of disk space for unfinished uploads, of all processes: claimed when an upload begins, and released when it is stored or
 * refused.
 */
export type UploadRoom = {
  /**
   * Reserves disk space when an upload begins, and updates its progress with each further part. Fails with `upload-no-room` when
   * the disk or the total is used up, and with `rate-limited` when the unfinished uploads of the address would exceed `perAddress`.
   */
  claim(claim: Claim): Promise<Result<void>>;
  release(key: string): Promise<void>;
};

type RoomDeps = {
  readonly db: Database;
  readonly bounds: RoomBounds;
  /** Returns the free bytes of the disk for unfinished uploads. */
  readonly freeBytes: () => Promise<number>;
  readonly clock?: Clock;
};

/**
 * Creates the reservations of disk space. Space is reserved in the database before the first byte is written, under one advisory lock,
 * so that concurrent uploads in any process cannot reserve the same space. Processes with separate disks are counted as if they shared
 * one.
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
      // Other data may have filled the disk meanwhile. The stored parts are retained, and the upload can continue later.
      return (await isBelowReserve(0)) ? fail({ code: 'upload-no-room' }) : ok(undefined);
    },
    async release(key) {
      await db.delete(uploadRoom).where(eq(uploadRoom.key, key));
    },
  };
}
