import { TOLD_KEPT, toldAs } from '#contract/notices/shown.ts';
import type { AppDb, ToldRow } from '../db/schema.ts';

const readTold = async (app: AppDb): Promise<ToldRow['events']> =>
  ((await app.state.get('told')) as ToldRow | undefined)?.events ?? [];

/** When this device last told of an event, whatever became of its notification; undefined if it never has. */
export async function toldAt(app: AppDb, tag: string, id: string): Promise<number | undefined> {
  const name = toldAs(tag, id);
  return (await readTold(app)).find(({ as }) => as === name)?.at;
}

/** Notes it, once the notification is shown: a worker that dies before has told of nothing. Nothing is noted for nobody. */
export async function keepTold(app: AppDb, tag: string, id: string, at: number): Promise<void> {
  await app.transaction('rw', app.state, async () => {
    if (!(await app.state.get('session'))) return;
    const name = toldAs(tag, id);
    const others = (await readTold(app)).filter(({ as }) => as !== name);
    await app.state.put({ key: 'told', events: [...others, { as: name, at }].slice(-TOLD_KEPT) });
  });
}
