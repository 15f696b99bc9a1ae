import type { passkeyCommands } from '#contract/account/passkey-commands.ts';
import type { CommandsOf } from '#contract/command.ts';
import { ok } from '#contract/result.ts';
import type { Api } from '../api/client.ts';
import type { AppDb } from '../db/schema.ts';
import { withSecret } from './device.ts';

type PasskeyPorts = {
  readonly app: AppDb;
  readonly api: Pick<Api, 'call'>;
  /** Fetches the sessions into `app.state`; they include the passkeys. */
  readonly refreshSessions: () => Promise<unknown>;
};

/** The commands for passkeys; `signIn` signs in by one. */
export type PasskeyCommands = CommandsOf<typeof passkeyCommands>;

/** Creates the commands that add and remove the passkeys of the account, and that ask the server for a challenge. */
export const createPasskeyCommands = ({ app, api, refreshSessions }: PasskeyPorts): PasskeyCommands => ({
  beginPasskey: async (proof) => api.call('beginPasskey', { proof: await withSecret(app, proof) }),

  async addPasskey(registration) {
    const answer = await api.call('addPasskey', { registration });
    if (!answer.ok) return answer;
    await refreshSessions();
    return ok(null);
  },

  async removePasskey(id, proof) {
    const answer = await api.call('removePasskey', { id, proof: await withSecret(app, proof) });
    // `not-found`: the passkey was already removed elsewhere; the refreshed list shows that.
    if (!answer.ok && answer.error.code !== 'not-found') return answer;
    await refreshSessions();
    return ok(null);
  },

  beginAssertion: () => api.call('beginAssertion', {}),
});
