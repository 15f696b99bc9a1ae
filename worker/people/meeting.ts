import { ROLE_USER } from '#contract/account/rules.ts';
import { jidOfUid, uidOfDomainJid } from '#contract/jid.ts';
import { NO_RELATION } from '#contract/people/people.ts';
import { PRESENCE_TARGETS_MAX } from '#contract/people/rules.ts';
import type { Api } from '../api/client.ts';
import type { AppDb, OnlineUserRow, SessionRow } from '../db/schema.ts';
import { storeRelations } from './store.ts';

type Ports = {
  readonly app: AppDb;
  readonly api: Pick<Api, 'call'>;
  readonly session: () => Promise<SessionRow | undefined>;
};
type Scene = 'login' | 'profile' | 'after_call';

/** What the server is asked where two meet. What fails is asked again the next time. */
export function createMeeting({ app, api, session }: Ports) {
  const triggered = new Set<string>();

  /** Asks the server to let a present host write first (product 7.3); the server limits how often. Hosts get no greetings. */
  async function triggerGreeting(scene: Scene, targetUid?: number): Promise<void> {
    const own = await session();
    const key = `${own?.uid} ${scene} ${targetUid ?? ''}`;
    if (own?.role !== ROLE_USER || own.status !== 'active' || triggered.has(key)) return;
    const asked = await api.call('triggerAutoMessage', { scene, ...(targetUid !== undefined && { targetUid }) });
    if (asked.ok) triggered.add(key);
  }

  return {
    triggerGreeting: triggerGreeting,
    /** Fetches the relation after a call: random match may connect people who are unknown here. */
    async onCallEnded(uid: number): Promise<void> {
      void triggerGreeting('after_call', uid);
      const asked = await api.call('queryFavourite', { targetUid: uid });
      if (!asked.ok) return;
      await app.transaction('rw', [app.relations, app.apiQueue, app.state], async () => {
        if (!(await app.state.get('session'))) return;
        const before = await app.relations.get(uid);
        const { favourite } = asked.value;
        if (favourite !== (before?.favourite ?? false))
          await storeRelations(app, [{ ...(before ?? { uid, ...NO_RELATION }), favourite }]);
      });
    },
    /** Returns the presence of these people over HTTP, without a stream. */
    async presenceOf(uids: readonly number[]): Promise<ReadonlyMap<number, OnlineUserRow['status']>> {
      const own = await session();
      if (own?.status !== 'active' || uids.length === 0) return new Map();
      const { domain } = own.services;
      const targetJid = uids.slice(0, PRESENCE_TARGETS_MAX).map((uid) => jidOfUid(uid, domain));
      const asked = await api.call('onlineStatus', { targetJid });
      if (!asked.ok) return new Map();
      return new Map(
        asked.value.onlineStatus.flatMap(({ jid, status }) => {
          const uid = uidOfDomainJid(jid, domain);
          return uid === undefined ? [] : [[uid, status] as const];
        }),
      );
    },
  };
}
