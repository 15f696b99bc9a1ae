import { nanoid } from 'nanoid';
import type { Output } from '#contract/api/endpoint.ts';
import type { EndpointName, Endpoints } from '#contract/api/endpoints.ts';
import type { CoreApi, SignIn } from '#contract/core.ts';
import { cleanNick } from '#contract/nick.ts';
import { type AppError, fail, ok, type Result } from '#contract/result.ts';
import { MAINTENANCE_ON } from '#contract/rules.ts';
import type { Api } from '../api/client.ts';
import type { ApiQueue } from '../api/queue.ts';
import type { ApiQueueRow, AppDb, ChatDb, NoticeDb, SessionRow } from '../db/schema.ts';
import { readDevice } from './device.ts';
import { wipe } from './wipe.ts';

export type AccountPorts = {
  readonly chat: ChatDb;
  readonly app: AppDb;
  readonly notice: NoticeDb;
  readonly api: Api;
  readonly queue: ApiQueue;
  readonly session: () => Promise<SessionRow | undefined>;
  readonly onSignedIn: (session: SessionRow) => Promise<void>;
  readonly onSigningOut: () => Promise<void>;
};

type AccountCommands = Pick<
  CoreApi,
  'signIn' | 'signOut' | 'refreshPeople' | 'refreshConfig' | 'updateProfile' | 'describeDevice'
>;
type LoginAnswer = Output<Endpoints['login']>;

export function createAccountCommands(ports: AccountPorts): AccountCommands {
  const { app, api } = ports;

  return {
    async signIn(way) {
      const answer = await login(way);
      if (!answer.ok) return answer;
      const { userInfo, componentInfo } = answer.value;
      if (userInfo.vcToken === '') return fail({ code: 'invalid-token' });
      const before = await ports.session();
      // Another user's conversations must not be there when somebody else signs in on the same device.
      if (before && before.uid !== userInfo.id) {
        await ports.onSigningOut();
        await wipe(ports);
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
      };
      await app.state.put(session);
      await ports.onSignedIn(session);
      return ok({ uid: session.uid });
    },

    async signOut() {
      const session = await ports.session();
      await ports.onSigningOut();
      api.cancelAll();
      // In one transaction with the wipe: a device that is offline, or dies now, still tells the server later.
      await wipe(ports, session && queued(session, 'logout', {}));
      ports.queue.kick();
      return ok(null);
    },

    async refreshPeople() {
      const list = await api.call('hotAnchors', { cursor: '' });
      if (!list.ok) return noted(list);
      const { anchors } = list.value;
      const fetchedAt = Date.now();
      await app.transaction('rw', app.people, async () => {
        await app.people.clear();
        await app.people.bulkPut(
          anchors.map(({ status: _live, ...anchor }, rank) => ({
            ...anchor,
            nickName: cleanNick(anchor.nickName),
            rank,
            fetchedAt,
          })),
        );
      });
      const threads = await ports.chat.threads.toArray();
      const known = new Set([...anchors.map(({ jid }) => jid), ...threads.map(({ linkedJid }) => linkedJid)]);
      const targetJid = [...known].filter((jid) => jid.startsWith('u_')).slice(0, 200);
      if (targetJid.length === 0) return ok(null);
      const presence = await api.call('onlineStatus', { targetJid });
      if (!presence.ok) return noted(presence);
      await ports.notice.onlineUsers.bulkPut(
        presence.value.onlineStatus.map(({ jid, status }) => ({
          id: Number(jid.slice(2, jid.indexOf('@'))),
          status,
          at: fetchedAt,
        })),
      );
      return ok(null);
    },

    async refreshConfig() {
      // Section 7, start-up: maintenance first, then the website's own settings.
      const maintenance = await api.call('maintenanceStatus', {});
      if (!maintenance.ok) return maintenance;
      const config = await api.call('websiteConfig', {});
      if (!config.ok) return config;
      await app.state.put({
        key: 'config',
        googleClientId: config.value.googleClientId,
        demo: config.value.demo,
        maintenance: maintenance.value.maintananceStatus === MAINTENANCE_ON,
      });
      return ok(null);
    },

    async updateProfile({ nickName }) {
      const session = await ports.session();
      if (!session) return fail({ code: 'need-login' });
      const cleaned = cleanNick(nickName);
      if (cleaned === '') return fail({ code: 'bad-request', detail: 'nickName' });
      await app.transaction('rw', [app.state, app.apiQueue], async () => {
        await app.state.put({ ...session, nickName: cleaned });
        await app.apiQueue.add(queued(session, 'updateProfile', { nickName: cleaned }));
      });
      ports.queue.kick();
      return ok(null);
    },

    async describeDevice(device) {
      await app.state.put({ ...(await readDevice(app)), ...device });
      return ok(null);
    },
  };

  async function login(way: SignIn): Promise<Result<LoginAnswer>> {
    switch (way.way) {
      case 'guest':
        return api.call('login', { openId: (await readDevice(app)).openId, channel: 'guest' });
      case 'google':
        return api.call('login', { openId: '', channel: 'google', credential: way.credential });
      case 'password':
        return api.call('userPwdLogin', { uid: way.uid, passwd: way.passwd });
    }
  }

  /** A refused token ends the session for the API as it does for the chat. */
  async function noted(result: { readonly ok: false; readonly error: AppError }) {
    if (result.error.code === 'unauthorized') {
      const session = await ports.session();
      if (session) await app.state.put({ ...session, status: 'expired' });
    }
    return result;
  }
}

/** A call that waits for the server, with the identity that it was asked under. */
const queued = (session: SessionRow, endpoint: EndpointName, data: unknown): ApiQueueRow => ({
  operationId: nanoid(),
  endpoint,
  data,
  uid: session.uid,
  jid: session.jid,
  role: session.role,
  vcToken: session.vcToken,
  queuedAt: Date.now(),
});
