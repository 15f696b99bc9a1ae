import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import { OFFICIAL_UID, ROLE_OFFICIAL } from '../../../contract/account/rules.ts';
import { MATCH_FRAMES_REFUSED_MAX, MATCH_FRAMES_WINDOW_MS } from '../../../contract/calls/rules.ts';
import type { ServerDeps } from '../../part.ts';
import { serverClock } from '../../platform/clock.ts';
import { account } from '../../platform/database/account.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import type { JudgeFrame } from '../calls/part.ts';
import { call } from '../calls/tables.ts';
import { createContentCheck, isRefused } from '../media/check.ts';
import { report } from '../people/tables.ts';
import { reencodeFrame, sealOfFrame } from './frames.ts';
import { newTicket } from './reports.ts';
import { loadSeal } from './seal.ts';
import { callFrame } from './tables.ts';

/**
 * Creates the function that judges a frame of a random match by the operator's check service; undefined without `MEDIA_CHECK_URL`. A frame
 * that the service accepts, or does not judge in time, is stored nowhere. A refused one is stored; only `MATCH_FRAMES_REFUSED_MAX` of a
 * side within `MATCH_FRAMES_WINDOW_MS` end the match and open a case, which the team decides.
 */
export function createFrameJudge({
  config,
  db,
  log,
}: Pick<ServerDeps, 'config' | 'db' | 'log'>): JudgeFrame | undefined {
  if (config.mediaCheckUrl === '') return undefined;
  const check = createContentCheck(config.mediaCheckUrl, log);

  async function isInMatch(sid: string, uid: number): Promise<boolean> {
    const [found] = await db.select().from(call).where(eq(call.sid, sid));
    const isParty = found?.caller === uid || found?.callee === uid;
    return isParty && found.kind === 'match' && found.state === 'connected';
  }

  return async (uid, { sid, frame }) => {
    if (!(await isInMatch(sid, uid))) return 'unknown';
    const jpeg = await reencodeFrame(frame);
    if (jpeg === undefined) return 'unreadable';
    if (!isRefused(await check([jpeg]))) return 'fine';
    const row = { sid, uid, origin: 'check', at: new Date(serverClock.now()), jpeg } as const;
    const seal = sealOfFrame(await loadSeal(db), row);
    return db.transaction(async (tx) => {
      // The lock of the call's row makes concurrent frames of the call wait, so that each is counted.
      await tx.select({ sid: call.sid }).from(call).where(eq(call.sid, sid)).for('update');
      await tx.insert(callFrame).values({ ...row, seal });
      return openCase(tx, row);
    });
  };
}

/**
 * Opens a case if enough frames of this side were refused within the window, and adds the side's refused frames of the call to it; the next
 * refused ones join it. Answers `end` then: the match is to end.
 */
async function openCase(
  tx: Transaction,
  { sid, uid, at }: { readonly sid: string; readonly uid: number; readonly at: Date },
): Promise<'fine' | 'end'> {
  const refused = await tx
    .select({ id: callFrame.id })
    .from(callFrame)
    .where(
      and(
        eq(callFrame.sid, sid),
        eq(callFrame.uid, uid),
        eq(callFrame.origin, 'check'),
        gt(callFrame.at, new Date(at.getTime() - MATCH_FRAMES_WINDOW_MS)),
      ),
    )
    .orderBy(asc(callFrame.id));
  if (refused.length < MATCH_FRAMES_REFUSED_MAX) return 'fine';
  // The reporter of a case that no user reported: the account of the team, which only a demo has from the start.
  const team = { uid: OFFICIAL_UID, role: ROLE_OFFICIAL, nickName: 'gemcall' };
  await tx.insert(account).values(team).onConflictDoNothing();
  const [filed] = await tx
    .insert(report)
    .values({ ticket: newTicket(), uid: OFFICIAL_UID, targetUid: uid, reason: 'nudity', note: '', mid: '', sid })
    .onConflictDoUpdate({
      target: [report.uid, report.targetUid, report.reason, report.mid, report.sid],
      targetWhere: sql`open`,
      set: { note: report.note },
    })
    .returning({ ticket: report.ticket });
  await tx
    .update(callFrame)
    .set({ ticket: filed?.ticket ?? null })
    .where(
      and(eq(callFrame.sid, sid), eq(callFrame.uid, uid), eq(callFrame.origin, 'check'), isNull(callFrame.ticket)),
    );
  return 'end';
}
