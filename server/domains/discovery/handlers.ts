import { and, inArray, sql } from 'drizzle-orm';
import type { discoveryRows } from '../../../contract/discovery/endpoints.ts';
import { jidOfUid, uidOfDomainJid } from '../../../contract/jid.ts';
import { ok } from '../../../contract/result.ts';
import type { Config } from '../../config.ts';
import type { Queries } from '../../platform/database/connect.ts';
import type { Handlers } from '../../platform/http/callers.ts';
import type { Site } from '../account/site/site.ts';
import type { Presence } from '../people/presence.ts';
import { anchor } from '../people/tables.ts';
import { type ContactPorts, contactOf, proposeContact } from './contact.ts';
import { facetsOf, listFound } from './found.ts';
import { listHot, listNew, listSilver, listSwipe } from './lists.ts';
import { recommendFriends } from './recommended.ts';
import { blockedAmong, isVisibleTo } from './visible.ts';

/** Call price per started minute, in gems, and availability of the hosts among these accounts that the viewer may see. */
async function termsOf(db: Queries, viewer: number, uids: readonly number[]) {
  if (uids.length === 0) return [];
  return db
    .select({ uid: anchor.uid, price: anchor.price, takesCalls: sql<boolean>`takes_calls(${anchor})` })
    .from(anchor)
    .where(and(inArray(anchor.uid, [...uids]), isVisibleTo(viewer)));
}

type DiscoveryParts = {
  readonly config: Pick<Config, 'xmppDomain'>;
  readonly presence: Presence;
  readonly site: Site;
  readonly ports: ContactPorts;
};

/** Handlers of the endpoints for host lists, the filter of hosts, recommended friends, contact cards, prices and presence. */
export function discoveryHandlers({
  config,
  presence,
  site,
  ports,
}: DiscoveryParts): Pick<Handlers, keyof typeof discoveryRows> {
  const domain = config.xmppDomain;
  const looking = <Viewer extends number | undefined>(db: Queries, viewer: Viewer) => ({
    db,
    presence,
    domain,
    viewer,
  });
  /** The uids of these JIDs, each once; JIDs of other domains and malformed ones are omitted. */
  const uidsOf = (jids: readonly string[]) => [...new Set(jids.flatMap((jid) => uidOfDomainJid(jid, domain) ?? []))];

  return {
    hotAnchors: ({ db, uid }, input) => listHot(looking(db, uid), input),

    newAnchors: ({ db, uid }, input) => listNew(looking(db, uid), input),

    findAnchors: ({ db, uid }, input) => listFound(looking(db, uid), input),

    anchorFacets: async ({ db, uid }) => ok(await facetsOf(db, uid)),

    swipeAnchors: ({ db, uid }, input) => listSwipe(looking(db, uid), input),

    clubAnchors: async ({ db, viewer }, input) => {
      if (!(await site.read(db)).enableSilverClub)
        return ok({ status: 0 as const, clubAnchorItem: [], nextCursor: '' });
      const page = await listSilver(looking(db, viewer), input);
      if (!page.ok) return page;
      const { anchors, nextCursor } = page.value;
      return ok({ status: 1 as const, clubAnchorItem: anchors, nextCursor });
    },

    recommendedFriends: async ({ db, uid }, { limit }) =>
      ok({ friends: await recommendFriends(looking(db, uid), limit) }),

    contactPopup: async ({ db, uid }, { targetUid }) => {
      const viewer = { ...looking(db, uid), ...ports };
      return ok(targetUid === undefined ? await proposeContact(viewer) : await contactOf(viewer, targetUid));
    },

    anchorAccount: async ({ db, uid }, { targetJid }) => {
      const terms = await termsOf(db, uid, uidsOf(targetJid));
      return ok({
        anchorAccountInfo: terms.map(({ uid: host, price, takesCalls }) => ({
          jid: jidOfUid(host, domain),
          privateChatPrice: price,
          takesCalls,
        })),
      });
    },

    onlineStatus: async ({ db, uid }, { targetJid }) => {
      const uids = uidsOf(targetJid);
      const statuses = await presence.statusOf(uids, db);
      // An account appears as offline to those whom it blocked, who blocked it, or to whose country it is closed.
      for (const hidden of await blockedAmong(db, uid, uids)) statuses.set(hidden, 'offline');
      return ok({ onlineStatus: Array.from(statuses, ([of, status]) => ({ jid: jidOfUid(of, domain), status })) });
    },
  };
}
