import type { AttributionInfo } from '#contract/measure/attribution.ts';
import type { Track } from '#contract/measure/events.ts';
import { queued } from '../api/enqueue.ts';
import type { ApiQueue } from '../api/queue.ts';
import type { AttributionRow } from '../db/away-rows.ts';
import type { AppDb, SessionRow } from '../db/schema.ts';

export type AttributionPorts = {
  readonly app: AppDb;
  readonly queue: ApiQueue;
  readonly session: () => Promise<SessionRow | undefined>;
  readonly track: Track;
};

const EMPTY: AttributionRow = { key: 'attribution', asked: 0, last: '' };
const rowOf = async (app: AppDb) => ((await app.state.get('attribution')) as AttributionRow | undefined) ?? EMPTY;
/** A link may say anything; an event only holds words. */
const word = (text: string) => text.replaceAll(/[^\w .:+/-]/g, '_').slice(0, 64);

/** Keeps what is known, and tells of it where it has changed. */
export async function keepAttribution(ports: AttributionPorts, info: AttributionInfo, now: number): Promise<void> {
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

/** Tells the server, once for each account and change. */
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

/** Withdrawn: what was known goes. How often the official service asked stays. */
export async function forgetAttribution(app: AppDb): Promise<void> {
  await app.transaction('rw', app.state, app.apiQueue, async () => {
    const { asked, last, info } = await rowOf(app);
    if (info) await app.state.put({ key: 'attribution', asked, last });
    await app.apiQueue.filter(({ endpoint }) => endpoint === 'attribution').delete();
  });
}
