import type { lifeRows } from '../../contract/account/life-endpoints.ts';
import { fail, ok } from '../../contract/result.ts';
import type { Handlers } from '../http/callers.ts';
import { loadBalances } from '../wallet/balances.ts';
import { giveAge } from './age.ts';
import { closeIfFree, restorableUntil, waitsFor } from './closing.ts';
import type { VerifyGoogle } from './google.ts';
import { beginMove, claimMove, confirmMove, lookAtMove, stateOfClaim, stateOfMove } from './move.ts';
import { myData } from './my-data.ts';
import { isProven, proofOf } from './proof.ts';
import { setPassword } from './set-password.ts';
import { endSession, listSessions } from './tokens.ts';

/** The life of an account. */
export function lifeHandlers(verifyGoogle: VerifyGoogle): Pick<Handlers, keyof typeof lifeRows> {
  return {
    setPassword: (caller, input) => setPassword(caller, input),

    sessions: async ({ db, uid, tokenHash }) => {
      const sessions = await listSessions(db, uid);
      return ok({
        hasPassword: (await proofOf(db, uid)) === 'password',
        sessions: sessions.map(({ id, platform, browser, madeAt, seenAt }) => ({
          ...{ id, platform, browser, own: id === tokenHash },
          ...{ madeAt: madeAt.getTime(), seenAt: seenAt.getTime() },
        })),
      });
    },

    endSession: async ({ db, uid }, { id }) =>
      (await db.transaction((tx) => endSession(tx, uid, id))) ? ok({}) : fail({ code: 'not-found' }),

    giveAge: ({ db, uid, device }, { bDay }) => giveAge(db, uid, device.androidId, bDay, new Date()),

    myData: ({ db, uid }, asked) => myData(db, uid, asked),

    closing: async ({ db, uid }) => {
      const { gems, silver } = await loadBalances(db, uid);
      return ok({ gems, silver, proof: await proofOf(db, uid), waitsFor: await waitsFor(db, uid) });
    },

    deleteAccount: async ({ db, uid }, { proof }) => {
      if (!(await isProven(db, uid, proof, verifyGoogle))) return fail({ code: 'wrong-password' });
      return db.transaction(async (tx) => {
        const ended = await closeIfFree(tx, uid);
        if ('waitsFor' in ended) return fail({ code: 'not-closable', waitsFor: ended.waitsFor });
        return ok({ until: restorableUntil(ended.closed) });
      });
    },

    beginMove: ({ db, uid }) => beginMove(db, uid),
    moveState: ({ db, uid }) => stateOfMove(db, uid),
    confirmMove: ({ db, uid }, { digits }) => confirmMove(db, uid, digits),
    lookAtMove: ({ db }, { code }) => lookAtMove(db, code),
    claimMove: ({ db, device }, { code, openId }) => claimMove(db, { code, openId, device: device.androidId }),
    claimedMove: ({ db }, { code, openId }) => stateOfClaim(db, code, openId),
  };
}
