import type { KeptTexts } from '#contract/kept.ts';
import { readRow } from '#contract/kept-rows.ts';
import { queued } from '../api/enqueue.ts';
import { ownerOf, readSession } from '../base/session-row.ts';
import type { AppDb, SessionRow } from '../db/schema.ts';

/**
 * Moves a session that was kept without a database into the database, with the device secret that identifies a guest. When this
 * device already has an account, the moved token is revoked instead. Resolves with the session that is new here.
 */
export function adopt(app: AppDb, kept: KeptTexts): Promise<SessionRow | undefined> {
  return app.transaction('rw', [app.state, app.apiQueue], async () => {
    const session = readRow('session', kept.session);
    if (!session) return undefined;
    if ((await ownerOf(app)) === undefined) {
      const others = [readRow('settings', kept.settings), readRow('device', kept.device)];
      await app.state.bulkPut([session, ...others.filter((row) => row !== undefined)]);
      return session;
    }
    const isOther = (await readSession(app))?.vcToken !== session.vcToken;
    if (isOther && session.vcToken !== '') await app.apiQueue.add(queued(session, 'logout', {}));
    return undefined;
  });
}
