import { ROLE_ANCHOR, ROLE_USER } from '#contract/account/rules.ts';
import { isTeam } from '#contract/chat/rules.ts';
import { DAY_MS } from '#contract/durations.ts';
import { tidOfUid } from '#contract/ids.ts';
import { jidOfUid, uidOfDomainJid } from '#contract/jid.ts';
import { NO_RELATION } from '#contract/people/people.ts';
import { GREETING_AFTER_CALL_MS, GREETING_AFTER_LOGIN_MS, PRESENCE_TARGETS_MAX } from '#contract/people/rules.ts';
import type { Api } from '../api/client.ts';
import type { Accepted } from '../base/accepted.ts';
import type { AppDb, ChatDb, OnlineUserRow, SessionRow } from '../db/schema.ts';
import { storeRelations } from './store.ts';

/** The dependencies of the requests for greetings, favourites and presence. */
export type ContactRequestPorts = {
  readonly app: AppDb;
  readonly chat: Pick<ChatDb, 'threads' | 'messages'>;
  readonly accepted: Pick<Accepted, 'mark'>;
  readonly api: Pick<Api, 'call'>;
  readonly session: () => Promise<SessionRow | undefined>;
  /** Server clock, ms. */
  readonly now: () => number;
  readonly later: (ms: number, act: () => Promise<void>) => void;
};
type Scene = 'login' | 'profile' | 'after_call';

/**
 * Creates small requests about other people: the permission for a host to greet this user (after sign-in, profile or call), the favourite
 * state of the peer after a call, and presence over HTTP. A failed request is repeated on the next occasion.
 */
export function createContactRequests({ app, chat, accepted, api, session, now, later }: ContactRequestPorts) {
  const triggered = new Set<string>();
  let isWaiting = false;
  const today = () => Math.floor(now() / DAY_MS);

  /**
   * Asks the server to let an online host write first (product 7.3); the server limits the rate. Only for viewers, not for hosts, and for
   * each scene and host only until the first success of a day.
   */
  async function triggerGreeting(scene: Scene, targetUid?: number): Promise<void> {
    const own = await session();
    const key = `${today()} ${own?.uid} ${scene} ${targetUid ?? ''}`;
    if (own?.role !== ROLE_USER || own.status !== 'active' || triggered.has(key)) return;
    const answer = await api.call('triggerAutoMessage', { scene, ...(targetUid !== undefined && { targetUid }) });
    if (answer.ok) triggered.add(key);
  }

  async function greetOnce(): Promise<void> {
    const own = await session();
    const day = today();
    const last = await app.state.get('greeted');
    if (!own || (last?.key === 'greeted' && last.day === day)) return;
    await app.transaction('rw', app.state, async () => {
      if (await app.state.get('session')) await app.state.put({ key: 'greeted', day });
    });
    const threads = await chat.threads.toArray();
    if (!threads.some(({ tid, unread }) => unread > 0 && !isTeam(tid))) await triggerGreeting('login');
  }

  return {
    /**
     * Triggers a host's greeting some time after the first connection of a day, unless there is an unread message of a user by
     * then. There is no greeting if the core ends before that.
     */
    onConnected(): void {
      if (isWaiting) return;
      isWaiting = true;
      later(GREETING_AFTER_LOGIN_MS, () => {
        isWaiting = false;
        return greetOnce().catch(() => {});
      });
    },
    /** Triggers a greeting when a profile was shown for a while and there is no message with that host yet. */
    async onProfile(uid: number): Promise<void> {
      const [person, message] = await Promise.all([
        app.people.get(uid),
        chat.messages.where('tid').equals(tidOfUid(uid)).first(),
      ]);
      if (person?.role === ROLE_ANCHOR && !message) await triggerGreeting('profile', uid);
    },
    /** Triggers a greeting when the user closed the screen after a call with at least GREETING_AFTER_CALL_MS of connected time. */
    async onReceiptClosed(uid: number, talkedMs: number): Promise<void> {
      if (talkedMs >= GREETING_AFTER_CALL_MS) await triggerGreeting('after_call', uid);
    },
    /** Fetches the favourite state after a call, because random match may connect users who are unknown on this device. */
    async onCallEnded(uid: number): Promise<void> {
      const changed = accepted.mark();
      const answer = await api.call('queryFavourite', { targetUid: uid });
      if (!answer.ok) return;
      await app.transaction('rw', [app.relations, app.apiQueue, app.state], async () => {
        if (!(await app.state.get('session'))) return;
        const before = await app.relations.get(uid);
        const { favourite } = answer.value;
        if (favourite !== (before?.favourite ?? false))
          await storeRelations(app, [{ ...(before ?? { uid, ...NO_RELATION }), favourite }], changed);
      });
    },
    /**
     * Returns the presence of the first PRESENCE_TARGETS_MAX of these people over HTTP, for use when the gate cannot be asked; empty after
     * a failure.
     */
    async presenceOf(uids: readonly number[]): Promise<ReadonlyMap<number, OnlineUserRow['status']>> {
      const own = await session();
      if (own?.status !== 'active' || uids.length === 0) return new Map();
      const { domain } = own.services;
      const targetJid = uids.slice(0, PRESENCE_TARGETS_MAX).map((uid) => jidOfUid(uid, domain));
      const answer = await api.call('onlineStatus', { targetJid });
      if (!answer.ok) return new Map();
      return new Map(
        answer.value.onlineStatus.flatMap(({ jid, status }) => {
          const uid = uidOfDomainJid(jid, domain);
          return uid === undefined ? [] : [[uid, status] as const];
        }),
      );
    },
  };
}
