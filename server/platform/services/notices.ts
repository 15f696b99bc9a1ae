import xml from '@xmpp/xml';
import { jidOfUid } from '../../../contract/jid.ts';
import { type PeopleNews, writePeopleNews } from '../../../contract/people/news.ts';
import type { ServiceOptions, ServicePart } from './service.ts';

/** The database access of `createNotices`; `server/domains/people/notify.ts` implements it. */
export type NoticeSource = {
  /** Returns the online friends of each account. */
  friendsPresent(uids: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>>;
};

/** Changes within this time are sent together. A profile may have thousands of friends, and is saved by several statements. */
const GATHER_MS = { relations: 200, profile: 1_000 } as const;
const UIDS_AT_ONCE = 200;

/**
 * Handler of the service `gate`, in the leading process only, that sends a headline to online devices when the database announces a changed
 * relation or profile. Recipients: for a relation, the account named in the announcement; for a profile, its own devices and, unless the
 * change is `own`, its online friends.
 */
export type Notices = ServicePart & {
  /**
   * Called for each announcement of a changed relation. `payload`: the uid of the recipient, then the uid to which its relation changed.
   */
  relationsChanged(payload: string): void;
  /**
   * Called for each announcement of a changed profile. `payload`: its uid; followed by `own`, only the account's own devices are notified.
   */
  profileChanged(payload: string): void;
};

/**
 * Creates the handler that sends headlines about changed relations and profiles. They are hints: they are not repeated for offline
 * clients, and can be lost with a database session; so a client requests the current state whenever it connects.
 */
export function createNotices(options: ServiceOptions<NoticeSource>): Notices {
  const { domain, source, log, send } = options;
  /** Recipients, each with the accounts whose relation changed. */
  const relations = new Map<number, Set<number>>();
  const profiles = { shown: new Set<number>(), own: new Set<number>() };
  const timers = new Map<PeopleNews['kind'], NodeJS.Timeout>();

  const failed = (error: unknown) => log.warn({ err: error }, 'failed to send changes of profiles or relations');

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
    // Addressed to the bare JID: each online device gets the headline, and nothing is stored for offline ones.
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
