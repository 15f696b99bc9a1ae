import type { recoveryCommands } from '#contract/account/recovery-commands.ts';
import type { CommandsOf } from '#contract/command.ts';
import { ok } from '#contract/result.ts';
import type { Api } from '../api/client.ts';
import type { AppDb } from '../db/schema.ts';
import { withSecret } from './device.ts';

type RecoveryPorts = {
  readonly app: AppDb;
  readonly api: Pick<Api, 'call'>;
  /** Fetches the sessions into `app.state`; they include the recovery address. */
  readonly refreshSessions: () => Promise<unknown>;
};

/** The commands for the recovery of an account by e-mail. */
export type RecoveryCommands = CommandsOf<typeof recoveryCommands>;

/** Creates the commands for the recovery address of the account, and for the recovery of an account without a session. */
export function createRecoveryCommands({ app, api, refreshSessions }: RecoveryPorts): RecoveryCommands {
  return {
    async beginRecoveryEmail(address, proof) {
      const answer = await api.call('beginRecoveryEmail', { address, proof: await withSecret(app, proof) });
      return answer.ok ? ok(null) : answer;
    },

    async confirmRecoveryEmail(code) {
      const answer = await api.call('confirmRecoveryEmail', { code });
      if (!answer.ok) return answer;
      await refreshSessions();
      return ok(null);
    },

    async removeRecoveryEmail(proof) {
      const answer = await api.call('removeRecoveryEmail', { proof: await withSecret(app, proof) });
      if (!answer.ok) return answer;
      await refreshSessions();
      return ok(null);
    },

    async beginRecovery(address) {
      const answer = await api.call('beginRecovery', { address });
      return answer.ok ? ok(null) : answer;
    },

    recoverAccount: (address, code, passwd) => api.call('recoverAccount', { address, code, passwd }),
  };
}
