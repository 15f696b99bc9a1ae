import { createHash } from 'node:crypto';
import { and, count, eq, gt, sql } from 'drizzle-orm';
import { CALL_FRAME_ACCEPTED_MS, CALL_FRAME_EDGE_PX, REPORT_FRAMES_PER_DAY } from '../../../contract/calls/rules.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import type { Queries } from '../../platform/database/connect.ts';
import { call } from '../calls/tables.ts';
import { sharp } from '../media/library.ts';
import { report } from '../people/tables.ts';
import { loadSeal, type Seal } from './seal.ts';
import { callFrame } from './tables.ts';

const QUALITY = 70;
/** Maximum number of pixels of a frame that is decoded: a page sends one whose longer edge is at most `CALL_FRAME_EDGE_PX`. */
const PIXELS_MAX = 2 * CALL_FRAME_EDGE_PX * CALL_FRAME_EDGE_PX;

/**
 * Decodes a frame that a page sent and encodes it again as JPEG, so that none of the page's bytes is stored. Undefined if it is no JPEG, or
 * too large.
 */
export async function reencodeFrame(base64: string): Promise<Buffer | undefined> {
  const given = Buffer.from(base64, 'base64');
  try {
    const picture = sharp(given, { failOn: 'error', limitInputPixels: PIXELS_MAX });
    if ((await picture.metadata()).format !== 'jpeg') return undefined;
    const [width, height] = [CALL_FRAME_EDGE_PX, CALL_FRAME_EDGE_PX];
    return await picture
      .resize({ width, height, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: QUALITY })
      .toBuffer();
  } catch {
    return undefined;
  }
}

type Frame = Pick<typeof callFrame.$inferSelect, 'sid' | 'uid' | 'origin' | 'at' | 'jpeg'>;

/** Returns the seal of a frame: it binds the picture to the call, the user, and the time at which the server received it. */
export const sealOfFrame = (seal: Seal, { sid, uid, origin, at, jpeg }: Frame): string =>
  seal(['frame', sid, uid, origin, at.getTime(), createHash('sha256').update(jpeg).digest('base64url')].join('\n'));

type ReportedFrame = {
  readonly ticket: string;
  /** The reporter. */
  readonly uid: number;
  readonly targetUid: number;
  readonly sid: string;
  /** The JPEG in base64, as the reporter's device sent it. */
  readonly frame: string;
};

/**
 * Stores the frame of a report about the call `sid`, unless the ticket has one. A frame is left out, and the report stays, if the two had
 * no connected call of this id within `CALL_FRAME_ACCEPTED_MS`, if it is no JPEG, or after too many of the reporter in a day.
 */
export async function storeReportedFrame(
  db: Queries,
  { ticket, uid, targetUid, sid, frame }: ReportedFrame,
  now: number,
): Promise<void> {
  if (!(await hadCall(db, sid, [uid, targetUid], now))) return;
  if ((await countFrames(db, uid, now)) >= REPORT_FRAMES_PER_DAY) return;
  const jpeg = await reencodeFrame(frame);
  if (jpeg === undefined) return;
  const row = { sid, uid: targetUid, origin: 'report', at: new Date(now), jpeg } as const;
  await db
    .insert(callFrame)
    .values({ ...row, ticket, seal: sealOfFrame(await loadSeal(db), row) })
    .onConflictDoNothing({ target: callFrame.ticket, where: sql`origin = 'report'` });
}

/** Returns whether the two users are connected in this call, or were until at most `CALL_FRAME_ACCEPTED_MS` ago. */
async function hadCall(db: Queries, sid: string, of: readonly number[], now: number): Promise<boolean> {
  const [found] = await db.select().from(call).where(eq(call.sid, sid));
  if (!found || !of.includes(found.caller) || !of.includes(found.callee)) return false;
  return found.connectingTime > 0 && (found.state !== 'ended' || found.endTime > now - CALL_FRAME_ACCEPTED_MS);
}

async function countFrames(db: Queries, reporter: number, now: number): Promise<number> {
  const [found] = await db
    .select({ frames: count() })
    .from(callFrame)
    .innerJoin(report, eq(report.ticket, callFrame.ticket))
    .where(and(eq(report.uid, reporter), eq(callFrame.origin, 'report'), gt(callFrame.at, new Date(now - DAY_MS))));
  return found?.frames ?? 0;
}

/** A frame of a case as the operator sees it; `sealed`: its seal proves that it is unchanged since the server stored it. */
export type FrameOfCase = Frame & { readonly sealed: boolean };

/** Loads the frames of a case, oldest first. */
export async function framesOf(db: Queries, ticket: string): Promise<FrameOfCase[]> {
  const found = await db.select().from(callFrame).where(eq(callFrame.ticket, ticket)).orderBy(callFrame.id);
  if (found.length === 0) return [];
  const seal = await loadSeal(db);
  return found.map((frame) => ({ ...frame, sealed: frame.seal === sealOfFrame(seal, frame) }));
}
