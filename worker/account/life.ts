import type { lifeCommands } from '#contract/account/life-commands.ts';
import type { CommandsOf } from '#contract/command.ts';
import { fail, ok } from '#contract/result.ts';
import type { Api } from '../api/client.ts';
import { guardAccount } from '../base/session-row.ts';
import type { AppDb } from '../db/schema.ts';
import { readDevice, withSecret } from './device.ts';

type LifePorts = {
  readonly app: AppDb;
  readonly api: Pick<Api, 'call'>;
  /** Ends the session on this device and deletes all data of the user. */
  readonly leave: () => Promise<void>;
};

/** The commands for password, sessions, age, deletion and transfer of an account; the export is a part of its own. */
export type LifeCommands = Omit<CommandsOf<typeof lifeCommands>, 'exportData' | 'discardExport'>;

/** Creates the commands for password, sessions, age, deletion and moving of an account to another device. */
export function createLifeCommands({ app, api, leave }: LifePorts): LifeCommands {
  /** Returns the secret of this device, which identifies its guest. */
  const openId = async (): Promise<string> => (await readDevice(app)).openId;

  async function refreshSessions() {
    const isSame = await guardAccount(app);
    const answer = await api.call('sessions', {});
    if (!answer.ok) return answer;
    await app.transaction('rw', app.state, async () => {
      if (await isSame()) await app.state.put({ key: 'sessions', ...answer.value });
    });
    return ok(null);
  }

  async function noteAdult(): Promise<void> {
    await app.transaction('rw', app.state, async () => {
      const row = await app.state.get('account');
      if (row?.key === 'account') await app.state.put({ ...row, adult: true });
    });
  }

  return {
    async setPassword(passwd, proof, endOthers) {
      const answer = await api.call('setPassword', { passwd, proof: await withSecret(app, proof), endOthers });
      if (!answer.ok) return answer;
      // The sessions are only refreshed for display: the password is set even if that fails.
      await refreshSessions();
      return ok(null);
    },

    refreshSessions,

    async endSession(id) {
      const answer = await api.call('endSession', { id });
      // `not-found`: the session was already ended elsewhere; the refreshed list shows that.
      if (!answer.ok && answer.error.code !== 'not-found') return answer;
      return refreshSessions();
    },

    async endSecret(id) {
      const answer = await api.call('endSecret', { id });
      if (!answer.ok && answer.error.code !== 'not-found') return answer;
      return refreshSessions();
    },

    async saveBirthDate(bDay) {
      const answer = await api.call('giveAge', { bDay });
      if (!answer.ok) return answer;
      if (answer.value.adult) await noteAdult();
      else await leave();
      return answer;
    },

    readDeletionTerms: () => api.call('closing', {}),

    async deleteAccount(proof) {
      const answer = await api.call('deleteAccount', { proof: await withSecret(app, proof) });
      if (answer.ok) await leave();
      return answer;
    },

    beginMove: async () => api.call('beginMove', { openId: await openId() }),
    moveState: () => api.call('moveState', {}),
    confirmMove: (digits) => api.call('confirmMove', { digits }),
    lookAtMove: (code) => api.call('lookAtMove', { code }),

    async claimMove(code) {
      if ((await app.state.get('session')) !== undefined) return fail({ code: 'conflict' });
      return api.call('claimMove', { code, openId: await openId() });
    },

    claimedMove: async (code) => api.call('claimedMove', { code, openId: await openId() }),
  };
}
