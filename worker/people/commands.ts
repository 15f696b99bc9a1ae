import { ROLE_ANCHOR } from '#contract/account/rules.ts';
import type { CommandsOf } from '#contract/command.ts';
import { needLogin } from '#contract/errors.ts';
import type { peopleCommands } from '#contract/people/commands.ts';
import { fail, ok, type Result } from '#contract/result.ts';
import type { Api } from '../api/client.ts';
import type { ApiQueue } from '../api/queue.ts';
import { guardAccount } from '../base/session-row.ts';
import type { AppDb, ChatDb, SessionRow } from '../db/schema.ts';
import type { Cards } from './cards.ts';
import { reportedMessages } from './conduct.ts';
import { type RelationChange, storeRelation } from './store-relation.ts';

/** The dependencies of the commands for people. */
export type PeoplePorts = {
  readonly app: AppDb;
  readonly chat: Pick<ChatDb, 'messages'>;
  readonly api: Pick<Api, 'call'>;
  readonly queue: Pick<ApiQueue, 'kick'>;
  readonly session: () => Promise<SessionRow | undefined>;
  readonly cards: Cards;
  /** Called when a page reports that it has shown a user's profile for a while (`tellScene`). */
  readonly onProfile: (uid: number) => void;
  readonly showPeople: (tabId: string, uids: readonly number[]) => void;
};

/** The commands for profiles, presence, relations, wishes to be notified when a person comes online, reports and support. */
export type PeopleCommands = CommandsOf<typeof peopleCommands>;

/**
 * Creates the commands for people. A change of a relation and a report are stored and queued; the others call the server at once or take
 * what a page reports.
 */
export function createPeopleCommands(ports: PeoplePorts): PeopleCommands {
  const { app } = ports;
  const isHost = async (uid: number) => (await app.people.get(uid))?.role === ROLE_ANCHOR;

  async function change(requested: RelationChange): Promise<Result<null>> {
    const done = await storeRelation(app, ports.session, requested);
    if (done.ok) ports.queue.kick();
    return done;
  }

  /** Stores the server's answer whether the user is notified once when this person comes online. */
  async function storeOnlineWish(
    uid: number,
    answer: Result<{ readonly wanted: boolean }>,
    isStillSignedIn: () => Promise<boolean>,
  ): Promise<Result<null>> {
    if (!answer.ok) return answer;
    await app.transaction('rw', app.state, async () => {
      if (!(await isStillSignedIn())) return;
      const row = await app.state.get('onlineWishes');
      const others = row?.key === 'onlineWishes' ? row.uids.filter((other) => other !== uid) : [];
      await app.state.put({ key: 'onlineWishes', uids: answer.value.wanted ? [...others, uid] : others });
    });
    return ok(null);
  }

  return {
    refreshCard: (uid) => ports.cards.refresh(uid),
    async tellScene(_scene, uid) {
      ports.onProfile(uid);
      return ok(null);
    },
    async watchPeople(tabId, uids) {
      ports.showPeople(tabId, uids);
      return ok(null);
    },
    async changeRelation(uid, action) {
      // Hosts accept friend requests automatically.
      if (action === 'request' && (await isHost(uid))) return change({ uid, endpoint: 'autoAddFriend', data: {} });
      return change({ uid, endpoint: 'changeRelation', data: { action } });
    },
    async changeFavourite(uid, favourite) {
      const counts = await app.state.get('counts');
      const { favourites = 0, favouritesMax: max } = counts?.key === 'counts' ? counts : {};
      if (favourite && max !== undefined && favourites >= max) return fail({ code: 'favourites-full', max });
      return change({ uid, endpoint: 'changeFavourite', data: { favourite } });
    },
    async refreshOnlineWish(uid) {
      const isStillSignedIn = await guardAccount(app);
      return storeOnlineWish(uid, await ports.api.call('onlineWish', { targetUid: uid }), isStillSignedIn);
    },
    async changeOnlineWish(uid, wanted) {
      const isStillSignedIn = await guardAccount(app);
      return storeOnlineWish(
        uid,
        await ports.api.call('changeOnlineWish', { targetUid: uid, wanted }),
        isStillSignedIn,
      );
    },
    async report(uid, reason, note, mids) {
      const session = await ports.session();
      if (!session) return fail(needLogin);
      const messages = await reportedMessages(ports.chat, { own: session.uid, uid, mids });
      const [first] = messages;
      const data = { reason, note, messages, ...(first && { mid: first.id }) };
      return change({ uid, endpoint: 'report', data });
    },
    reportCall: (uid, sid, reason, note, frame) =>
      change({ uid, endpoint: 'report', data: { reason, note, sid, ...(frame !== '' && { frame }) } }),
    writeLock: (uid) => ports.api.call('sendMsgLock', { targetUid: uid }),
    async support() {
      const answer = await ports.api.call('support', {});
      return answer.ok ? ok({ uid: answer.value.uid, note: answer.value.note }) : answer;
    },
  };
}
