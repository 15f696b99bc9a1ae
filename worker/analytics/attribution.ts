import type { AttributionInfo } from '#contract/analytics/attribution.ts';
import type { Track } from '#contract/analytics/events.ts';
import { queued } from '../api/enqueue.ts';
import type { ApiQueue } from '../api/queue.ts';
import type { AttributionRow } from '../db/away-rows.ts';
import type { AppDb, SessionRow } from '../db/schema.ts';

/** The dependencies of the attribution. */
export type AttributionPorts = {
  readonly app: AppDb;
  readonly queue: ApiQueue;
  readonly session: () => Promise<SessionRow | undefined>;
  readonly track: Track;
};

const EMPTY: AttributionRow = { key: 'attribution', asked: 0, last: '' };
const rowOf = async (app: AppDb) => ((await app.state.get('attribution')) as AttributionRow | undefined) ?? EMPTY;
/** Sanitizes text from a link for an event property: only word characters and some punctuation, at most 64 characters. */
const word = (text: string) => text.replaceAll(/[^\w .:+/-]/g, '_').slice(0, 64);

/**
 * Stores the attribution that the page's library reported, tracks it as an event and queues its report; does nothing if it equals the
 * stored one.
 */
export async function storeAttribution(ports: AttributionPorts, info: AttributionInfo, now: number): Promise<void> {
  const { app } = ports;
  const isNew = await app.transaction('rw', app.state, async () => {
    const { reportedUid: _other, ...row } = await rowOf(app);
    if (JSON.stringify(row.info) === JSON.stringify(info)) return false;
    await app.state.put({ ...row, info, at: now });
    return true;
  });
  if (!isNew) return;
  ports.track('attribution', { kind: word(info.network), reason: info.state });
  await reportAttribution(ports);
}

/**
 * Queues the report of the stored attribution to the server if the session is active: once per account and change, and again after a
 * sign-out. Called when the attribution changed and after each sign-in.
 */
export async function reportAttribution({ app, queue, session }: AttributionPorts): Promise<void> {
  const user = await session();
  if (user?.status !== 'active') return;
  const isQueued = await app.transaction('rw', app.state, app.apiQueue, async () => {
    const row = await rowOf(app);
    if (!row.info || row.reportedUid === user.uid) return false;
    await app.apiQueue.add(queued(user, 'attribution', row.info));
    await app.state.put({ ...row, reportedUid: user.uid });
    return true;
  });
  if (isQueued) queue.kick();
}

/** Forgets at a sign-out for which account the attribution was reported. */
export async function forgetReported(app: AppDb): Promise<void> {
  await app.transaction('rw', app.state, async () => {
    const { reportedUid, ...row } = await rowOf(app);
    if (reportedUid !== undefined) await app.state.put(row);
  });
}

/** Deletes the attribution and its queued reports, when consent does not allow it. The count of the official service's requests stays. */
export async function forgetAttribution(app: AppDb): Promise<void> {
  await app.transaction('rw', app.state, app.apiQueue, async () => {
    const { asked, last, info } = await rowOf(app);
    if (info) await app.state.put({ key: 'attribution', asked, last });
    await app.apiQueue.filter(({ endpoint }) => endpoint === 'attribution').delete();
  });
}
