import type { friendsRows } from '../../../contract/people/endpoints.ts';
import { FAVOURITES_MAX } from '../../../contract/people/rules.ts';
import { fail, ok } from '../../../contract/result.ts';
import type { Config } from '../../config.ts';
import type { Handlers } from '../../platform/http/callers.ts';
import { changeRelation } from './change.ts';
import { changeFavourite, countFavourites } from './favourites.ts';
import { countPeople, listPeople, newestRequests } from './lists.ts';
import { changeOnlineWish, isWished } from './online-wishes.ts';
import type { Presence } from './presence.ts';
import { relationOf, relationsOf } from './relations.ts';

type PeopleParts = { readonly config: Pick<Config, 'xmppDomain'>; readonly presence: Presence };

/** Creates the handlers of the endpoints for likes, friends, friend requests, blocks, favourites and online wishes. */
export function friendsHandlers({ config, presence }: PeopleParts): Pick<Handlers, keyof typeof friendsRows> {
  const parts = { presence, domain: config.xmppDomain };
  return {
    changeRelation: async ({ db, uid, adult }, { targetUid, action }) => {
      // Blocking must be possible before the age is known.
      if (!adult && action !== 'block' && action !== 'unblock') return fail({ code: 'age' });
      const changed = await changeRelation(db, uid, targetUid, action);
      return changed.ok ? ok({ relation: changed.value }) : changed;
    },

    autoAddFriend: async ({ db, uid }, { targetUid }) => {
      const changed = await changeRelation(db, uid, targetUid, 'request');
      return changed.ok ? ok({ relation: changed.value }) : changed;
    },

    likeList: ({ db, uid }, { kind, ...page }) => listPeople(db, parts, kind, uid, page),

    friendList: ({ db, uid }, page) => listPeople(db, parts, 'friends', uid, page),

    friendsRelative: async ({ db, uid }, { targetUid }) => {
      const relations = await relationsOf(db, uid, targetUid);
      const counts = await countPeople(db, uid);
      return ok({ relations: [...relations.values()], counts, requests: await newestRequests(db, parts, uid) });
    },

    changeFavourite: async ({ db, uid }, { targetUid, favourite }) => {
      const changed = await changeFavourite(db, uid, targetUid, favourite);
      return changed.ok ? ok({ relation: changed.value }) : changed;
    },

    enableFavourite: async ({ db, uid }) =>
      ok({ enabled: (await countFavourites(db, uid)) < FAVOURITES_MAX, max: FAVOURITES_MAX }),

    queryFavourite: async ({ db, uid }, { targetUid }) =>
      ok({ favourite: (await relationOf(db, uid, targetUid)).favourite }),

    onlineWish: async ({ db, uid }, { targetUid }) => ok({ wanted: await isWished(db, uid, targetUid) }),

    changeOnlineWish: ({ db, uid }, { targetUid, wanted }) => changeOnlineWish(db, uid, targetUid, wanted),

    favouriteList: ({ db, uid }, page) => listPeople(db, parts, 'favourites', uid, page),
  };
}
