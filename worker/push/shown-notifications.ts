import { SHOWN_IDS_MAX, shownKey } from '#contract/notices/shown.ts';
import type { AppDb, ShownRow } from '../db/schema.ts';

const readShownEvents = async (app: AppDb): Promise<ShownRow['events']> =>
  ((await app.state.get('told')) as ShownRow | undefined)?.events ?? [];

/**
 * Returns when this device last showed a notification of the event (device clock, ms), so that it is not shown again; undefined if never.
 */
export async function shownAt(app: AppDb, tag: string, id: string): Promise<number | undefined> {
  const name = shownKey(tag, id);
  return (await readShownEvents(app)).find(({ as }) => as === name)?.at;
}

/**
 * Records that the event's notification was shown. Called after it is shown, so that a crash before that does not suppress it. Does
 * nothing when no user is signed in.
 */
export async function recordShown(app: AppDb, tag: string, id: string, at: number): Promise<void> {
  await app.transaction('rw', app.state, async () => {
    if (!(await app.state.get('session'))) return;
    const name = shownKey(tag, id);
    const others = (await readShownEvents(app)).filter(({ as }) => as !== name);
    await app.state.put({ key: 'told', events: [...others, { as: name, at }].slice(-SHOWN_IDS_MAX) });
  });
}
