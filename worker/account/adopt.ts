import type { KeptTexts } from '#contract/kept.ts';
import { readRow } from '#contract/kept-rows.ts';
import { queued } from '../api/enqueue.ts';
import { ownerOf, readSession } from '../base/session-row.ts';
import type { AppDb, SessionRow } from '../db/schema.ts';

/**
 * The browser gives us a database again: who signed in without one is signed in here from now on, with the secret of the
 * device that a guest is known by. Where this device is somebody's already, the other token is ended instead. Resolves
 * with the session that is new here.
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
