import type { giftsRows } from '../../../contract/gifts/endpoints.ts';
import { fail, ok } from '../../../contract/result.ts';
import type { Handlers } from '../../platform/http/callers.ts';
import { findTarget } from '../people/target.ts';
import type { CatalogueCache } from './catalogue.ts';
import { readWall } from './wall.ts';

/** Creates the API handlers of gifts: the catalogue (`giftList`) and the gift wall of an account (`giftWall`). */
export function giftsHandlers(catalogue: CatalogueCache): Pick<Handlers, keyof typeof giftsRows> {
  return {
    giftList: async ({ db }, { version }) => {
      const { gifts, version: current } = await catalogue.read(db);
      return ok({ version: current, gifts: version === current ? [] : [...gifts] });
    },
    giftWall: async ({ db, uid }, { targetUid }) => {
      if (targetUid !== uid) {
        const target = await findTarget(db, uid, targetUid);
        if (target === undefined || target.hidden) return fail({ code: 'not-found' });
      }
      return ok(await readWall(db, uid, targetUid));
    },
  };
}
