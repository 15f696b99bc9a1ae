import { eq } from 'drizzle-orm';
import type { lifeRows } from '../../../contract/account/life-endpoints.ts';
import { fail, ok } from '../../../contract/result.ts';
import type { Config } from '../../config.ts';
import { accountOpenid } from '../../platform/database/account.ts';
import type { Handlers } from '../../platform/http/callers.ts';
import { unpaidEarnings } from '../hosting/payouts/payouts.ts';
import { readTaxDetails } from '../hosting/payouts/yearly.ts';
import { loadBalances } from '../wallet/balances.ts';
import { giveAge } from './age.ts';
import { closeIfFree, restorableUntil, waitsFor } from './closing.ts';
import { beginMove, claimMove, confirmMove, readMove, stateOfClaim, stateOfMove } from './move.ts';
import { beginExport, myData } from './my-data.ts';
import { type IsProven, proofOf } from './proof.ts';
import { endSecrets, listSecrets } from './secrets.ts';
import { type NotifyPasswordChange, setPassword } from './set-password.ts';
import { showSessions } from './show-sessions.ts';
import { endSession, lockAccountRow } from './tokens.ts';
import { loginDevice } from './user-agent.ts';

/**
 * Handlers of the endpoints for password, sessions, device secrets, age, data export, deletion, and the move to another device.
 * `personalKey` decrypts the tax details of an export (`loadPersonalKey`). `payouts`: the mode of payouts, for the deletion (`waitsFor`).
 */
export function lifeHandlers(
  isProven: IsProven,
  notifyPasswordChange: NotifyPasswordChange,
  personalKey: Buffer,
  payouts: Config['payouts'],
): Pick<Handlers, keyof typeof lifeRows> {
  return {
    setPassword: (caller, input) => setPassword(caller, input, isProven, notifyPasswordChange),

    sessions: async (caller) => ok(await showSessions(caller)),

    endSession: async ({ db, uid }, { id }) =>
      (await db.transaction((tx) => endSession(tx, uid, id))) ? ok({}) : fail({ code: 'not-found' }),

    endSecret: async ({ db, uid }, { id }) =>
      db.transaction(async (tx) => {
        await lockAccountRow(tx, uid);
        const isOpen = (await listSecrets(tx, uid)).some((secret) => secret.id === id);
        if (!isOpen) return fail({ code: 'not-found' });
        // The last way to sign in cannot be ended.
        return (await endSecrets(tx, uid, eq(accountOpenid.hash, id))) ? ok({}) : fail({ code: 'conflict' });
      }),

    giveAge: ({ db, uid, device }, { bDay }) => giveAge(db, uid, device.androidId, bDay, new Date()),

    beginExport: ({ db, uid }) => beginExport(db, uid),

    async myData({ db, uid }, query) {
      const page = await myData(db, uid, query);
      if (!page.ok || query.part !== 'account') return page;
      // Tax details are stored encrypted, so that the query of the export cannot read them.
      const tax_details = await readTaxDetails(db, uid, personalKey);
      return ok({ ...page.value, rows: page.value.rows.map((row) => ({ ...row, tax_details })) });
    },

    closing: async (caller) => {
      const { db, uid } = caller;
      const { gems, silver } = await loadBalances(db, uid);
      const earned = Math.min(gems, await unpaidEarnings(db, uid));
      return ok({ gems, silver, earned, proof: await proofOf(caller), waitsFor: await waitsFor(db, uid, payouts) });
    },

    deleteAccount: async (caller, { proof }) => {
      const { uid } = caller;
      if (!(await isProven(caller, proof))) return async () => fail({ code: 'wrong-password' });
      return (queries) =>
        queries.transaction(async (tx) => {
          const ended = await closeIfFree(tx, uid, payouts);
          if ('waitsFor' in ended) return fail({ code: 'not-closable', waitsFor: ended.waitsFor });
          return ok({ until: restorableUntil(ended.closed) });
        });
    },

    beginMove: ({ db, uid }, { openId }) => beginMove(db, uid, openId),
    moveState: ({ db, uid }) => stateOfMove(db, uid),
    confirmMove: ({ db, uid }, { digits }) => confirmMove(db, uid, digits),
    lookAtMove: ({ db }, { code }) => readMove(db, code),
    claimMove: ({ db, device }, { code, openId }) => claimMove(db, { code, openId, device: loginDevice(device) }),
    claimedMove: ({ db }, { code, openId }) => stateOfClaim(db, code, openId),
  };
}
