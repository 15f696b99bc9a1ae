import * as v from 'valibot';
import { jidOfUid, uidOfJid } from '../../contract/jid.ts';
import type { Database } from '../database/connect.ts';
import type { InternalRoute } from '../http/internal.ts';
import { checkToken } from './tokens.ts';

/** `user` is the local name, such as `u_100001`. */
const claim = v.object({ user: v.string(), host: v.string(), token: v.string() });

/** `/xmpp/check {user, host, token}`: may a stream be opened with this token? 200 or 401. */
export function tokenRoutes(db: Database, domain: string): Readonly<Record<string, InternalRoute>> {
  async function isTokenOfUser({ user, host, token }: v.InferOutput<typeof claim>): Promise<boolean> {
    const uid = uidOfJid(`${user}@${host}`);
    if (uid === undefined || host !== domain || `${user}@${host}` !== jidOfUid(uid, domain)) return false;
    return (await checkToken(db, { uid, token })).ok;
  }

  return {
    '/xmpp/check': async (body) => {
      const parsed = v.safeParse(claim, body);
      return { status: parsed.success && (await isTokenOfUser(parsed.output)) ? 200 : 401 };
    },
  };
}
