import type { MirroredTexts } from '#contract/mirrored.ts';
import { readRow } from '#contract/mirrored-rows.ts';
import { queued } from '../api/enqueue.ts';
import { ownerOf, readSession } from '../base/session-row.ts';
import type { AppDb, SessionRow } from '../db/schema.ts';
import { saveOtherAccount } from './other-accounts.ts';

/**
 * Implements the command `adopt`: moves a session that was stored without a database into the database, together with the device secret
 * that identifies a guest. When the device has another account, the moved one is stored beside it, because it may own purchases or
 * messages. A second session of the same account is revoked. Resolves to the session that is new in the database.
 */
export function adopt(app: AppDb, texts: MirroredTexts): Promise<SessionRow | undefined> {
  return app.transaction('rw', [app.state, app.apiQueue], async () => {
    const session = readRow('session', texts.session);
    if (!session) return undefined;
    const device = readRow('device', texts.device);
    const owner = await ownerOf(app);
    if (owner === undefined) {
      const others = [readRow('settings', texts.settings), device];
      await app.state.bulkPut([session, ...others.filter((row) => row !== undefined)]);
      return session;
    }
    if (owner !== session.uid) {
      // An older build did not record the owner of the secret: it may belong to this account.
      const isGuest = device?.guest === session.uid || (device !== undefined && device.guest === undefined);
      await saveOtherAccount(app, { session, openId: isGuest ? device.openId : '' });
      return undefined;
    }
    const isSecond = (await readSession(app))?.vcToken !== session.vcToken;
    if (isSecond && session.vcToken !== '') await app.apiQueue.add(queued(session, 'logout', {}));
    return undefined;
  });
}
