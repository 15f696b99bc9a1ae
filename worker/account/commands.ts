import type { accountCommands, SignIn } from '#contract/account/commands.ts';
import type { Track } from '#contract/analytics/events.ts';
import type { Output } from '#contract/api/endpoint.ts';
import type { CommandsOf } from '#contract/command.ts';
import type { Endpoints } from '#contract/endpoints.ts';
import { invalidToken } from '#contract/errors.ts';
import { cleanNick } from '#contract/people/nick.ts';
import { fail, ok, type Result } from '#contract/result.ts';
import type { Api } from '../api/client.ts';
import type { ApiQueue } from '../api/queue.ts';
import type { Accepted } from '../base/accepted.ts';
import type { AccountGuard } from '../base/account-guard.ts';
import type { Epoch } from '../base/epoch.ts';
import { ownerOf } from '../base/session-row.ts';
import type { AppDb, ChatDb, NoticeDb, SessionRow } from '../db/schema.ts';
import { refreshConfig } from './config.ts';
import { readDevice } from './device.ts';
import { forgetUser, isRefusedLogin } from './failed-login.ts';
import { createLeave, type Leave } from './leave.ts';
import { createLifeCommands, type LifeCommands } from './life.ts';
import { createPasskeyCommands, type PasskeyCommands } from './passkeys.ts';
import { createRecoveryCommands, type RecoveryCommands } from './recovery.ts';
import { claimConversations } from './wipe.ts';

/** The dependencies of the account part. */
export type AccountPorts = {
  readonly chat: ChatDb;
  readonly app: AppDb;
  readonly notice: NoticeDb;
  readonly api: Api;
  readonly queue: ApiQueue;
  readonly epoch: Epoch;
  readonly guard: AccountGuard;
  readonly accepted: Pick<Accepted, 'mark'>;
  readonly session: () => Promise<SessionRow | undefined>;
  readonly onSignedIn: (session: SessionRow) => Promise<void>;
  readonly onSigningOut: () => Promise<void>;
  /** Called when the server has accepted a change of the profile. */
  readonly onProfileAccepted?: () => Promise<void>;
  readonly track: Track;
};

type AccountCommands = Pick<
  CommandsOf<typeof accountCommands>,
  'signIn' | 'signOut' | 'clearLists' | 'refreshConfig' | 'describeDevice'
> &
  LifeCommands &
  RecoveryCommands &
  PasskeyCommands;
type LoginAnswer = Output<Endpoints['login']>;

/**
 * Creates the commands of sign-in and sign-out, of the account's life cycle, recovery and passkeys, and the small ones `clearLists`,
 * `refreshConfig` and `describeDevice`.
 */
export function createAccountCommands(ports: AccountPorts, leaving: Leave = createLeave(ports)): AccountCommands {
  const { app, api, guard } = ports;
  const { inTurn, leave, leaveIfGone } = leaving;
  const leaveNow = () => inTurn(async () => leave(await ports.session()));

  /** Stores the session of a login, after ending and deleting what another account, or one without a session row, left on this device. */
  async function begin(session: SessionRow): Promise<void> {
    await leaveIfGone();
    const before = await ownerOf(app);
    // When another user signs in on this device, the previous user's conversations are deleted and that user's token
    // is revoked.
    const isOther = before !== undefined && before !== session.uid;
    const former = isOther ? await ports.session() : undefined;
    // The secret of this device opened both accounts: the former one is gone, for example in a restore of an older backup.
    const isSameGuest = former?.isGuest === true && session.isGuest === true;
    const storeUnsent = isSameGuest ? await (await import('./unsent-texts.ts')).readUnsentTexts(ports) : undefined;
    if (isOther) await leave(former);
    await claimConversations(ports, session.uid);
    await storeUnsent?.(session);
    await app.state.put(session);
    await app.state.delete('owner');
    guard.begin(session.uid);
  }

  const life = createLifeCommands({
    app,
    api,
    leave: async () => {
      await leaveNow();
      ports.queue.kick();
    },
  });

  return {
    ...life,
    ...createRecoveryCommands({ app, api, refreshSessions: life.refreshSessions }),
    ...createPasskeyCommands({ app, api, refreshSessions: life.refreshSessions }),

    async signIn(way) {
      const answer = await login(way);
      if (!answer.ok) {
        ports.track('login_fail', { way: way.way, reason: answer.error.code });
        if (isRefusedLogin(answer.error.code)) await inTurn(() => forgetUser(ports));
        return answer;
      }
      const { userInfo, componentInfo } = answer.value;
      if (userInfo.vcToken === '') {
        ports.track('login_fail', { way: way.way, reason: invalidToken.code });
        await inTurn(() => forgetUser(ports));
        return fail(invalidToken);
      }
      const session: SessionRow = {
        key: 'session',
        uid: userInfo.id,
        jid: userInfo.jid,
        role: userInfo.role,
        vcToken: userInfo.vcToken,
        nickName: cleanNick(userInfo.nickName),
        services: componentInfo,
        status: 'active',
        ...(way.way === 'guest' && { isGuest: true }),
      };
      await inTurn(() => begin(session));
      ports.track('login', { way: way.way });
      await ports.onSignedIn(session);
      return ok({ uid: session.uid });
    },

    async signOut() {
      ports.track('logout', {});
      await leaveNow();
      ports.queue.kick();
      return ok(null);
    },

    async clearLists() {
      await app.transaction('rw', [app.people, app.cards, app.lists], () =>
        Promise.all([app.people.clear(), app.cards.clear(), app.lists.clear()]),
      );
      return ok(null);
    },

    refreshConfig: () => refreshConfig(app, api),

    async describeDevice(device) {
      await app.state.put({ ...(await readDevice(app)), ...device });
      return ok(null);
    },
  };

  async function login(way: SignIn): Promise<Result<LoginAnswer>> {
    const restore = way.restore === true ? { restore: true } : {};
    switch (way.way) {
      case 'guest':
        return api.call('login', { openId: (await readDevice(app)).openId, channel: 'guest', ...restore });
      case 'google':
        return api.call('login', {
          openId: '',
          channel: 'google',
          credential: way.credential,
          nonce: way.nonce,
          ...restore,
        });
      case 'password':
        return api.call('userPwdLogin', { uid: way.uid, passwd: way.passwd, ...restore });
      case 'passkey':
        return api.call('passkeyLogin', { assertion: way.assertion, ...restore });
    }
  }
}
