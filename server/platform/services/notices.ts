import xml from '@xmpp/xml';
import { jidOfUid } from '../../../contract/jid.ts';
import { type PeopleNews, writePeopleNews } from '../../../contract/people/news.ts';
import type { ServiceOptions, ServicePart } from './service.ts';

/** Facts about people that the gate needs; `people/notify.ts` reads them from the database. */
export type NoticeSource = {
  /** Returns the online friends of each of these people. */
  friendsPresent(uids: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>>;
};

/** News within this time are sent together. A profile may have thousands of friends and is saved in several steps. */
const GATHER_MS = { relations: 200, profile: 1_000 } as const;
const UIDS_AT_ONCE = 200;

export type Notices = ServicePart & {
  /** The database's notification: the recipient's uid, then the uids it is about. */
  relationsChanged(payload: string): void;
  /** What the database announces: the uid of who shows something else now; with `own`, to the own devices only. */
  profileChanged(payload: string): void;
};

/**
 * Sends headlines about changed relations and profiles. They are hints, not facts: they are not repeated for absent clients
 * and may be lost with a database session, so a client asks for the current state whenever it connects.
 */
export function createNotices(options: ServiceOptions<NoticeSource>): Notices {
  const { domain, source, log, send } = options;
  /** Recipients, each with the people whose relation changed. */
  const relations = new Map<number, Set<number>>();
  const profiles = { shown: new Set<number>(), own: new Set<number>() };
  const timers = new Map<PeopleNews['kind'], NodeJS.Timeout>();

  const failed = (error: unknown) => log.warn({ err: error }, 'news about people are not told');

  function later(kind: PeopleNews['kind'], work: () => void): void {
    if (timers.has(kind)) return;
    const run = () => {
      timers.delete(kind);
      try {
        work();
      } catch (error) {
        failed(error);
      }
    };
    timers.set(kind, setTimeout(run, GATHER_MS[kind]));
  }

  function notify(uid: number, kind: PeopleNews['kind'], about: Iterable<number>): void {
    const uids = [...about];
    // Addressed to the account: each of its online devices gets a headline, and nothing is stored for the others.
    for (let at = 0; at < uids.length; at += UIDS_AT_ONCE) {
      const news = writePeopleNews({ kind, uids: uids.slice(at, at + UIDS_AT_ONCE) });
      send(xml('message', { type: 'headline', to: jidOfUid(uid, domain) }, news));
    }
  }

  function notifyRelations(): void {
    for (const [uid, others] of relations) notify(uid, 'relations', others);
    relations.clear();
  }

  async function notifyProfiles(): Promise<void> {
    const { shown, own } = profiles;
    const changedByRecipient = new Map<number, Set<number>>([...shown, ...own].map((uid) => [uid, new Set([uid])]));
    const changed = [...shown];
    shown.clear();
    own.clear();
    const friendsOf = changed.length > 0 ? await source.friendsPresent(changed) : new Map<number, number[]>();
    for (const [uid, friends] of friendsOf) {
      for (const friend of friends)
        changedByRecipient.set(friend, (changedByRecipient.get(friend) ?? new Set()).add(uid));
    }
    for (const [uid, about] of changedByRecipient) notify(uid, 'profile', about);
  }

  return {
    take: () => false,

    relationsChanged(payload) {
      const [uid, other] = payload.split(' ').map(Number);
      if (!uid || !other) return;
      relations.set(uid, (relations.get(uid) ?? new Set()).add(other));
      later('relations', notifyRelations);
    },

    profileChanged(payload) {
      const [uid, own] = payload.split(' ');
      (own === 'own' ? profiles.own : profiles.shown).add(Number(uid));
      later('profile', () => {
        notifyProfiles().catch(failed);
      });
    },

    close() {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}
