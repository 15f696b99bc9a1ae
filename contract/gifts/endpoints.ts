import { array, maxLength, object, optional, pipe } from 'valibot';
import type { EndpointTable } from '../api/endpoint.ts';
import { uid } from '../api/envelope.ts';
import { amount } from '../api/shapes.ts';
import { giftCatalogue, giftId } from './gift.ts';

const WALL_MAX = 200;
const GIVERS_MAX = 50;

/** HTTP endpoints that read the gift catalogue and the gifts that a user received. Purchases go to the gift service (buy.ts). */
export const giftsRows = {
  /** Extension: all gifts, also inactive ones, which users may have received. `version`: the caller's catalogue version, 0 for none. */
  giftList: {
    path: '/api/common_service/gift_list',
    access: 'user',
    adult: false,
    effect: 'read',
    delivery: 'now',
    input: object({ version: amount }),
    output: giftCatalogue,
  },
  /**
   * Extension: the gifts that a user received. `given`: the gems that the caller gave them. Only the receiver sees the top givers,
   * because the list reveals who pays.
   */
  giftWall: {
    path: '/api/common_service/gift_wall',
    access: 'user',
    adult: false,
    effect: 'read',
    delivery: 'now',
    input: object({ targetUid: uid }),
    output: object({
      received: pipe(array(object({ id: giftId, count: amount })), maxLength(WALL_MAX)),
      given: amount,
      givers: optional(pipe(array(object({ uid, gems: amount })), maxLength(GIVERS_MAX))),
    }),
  },
} as const satisfies EndpointTable;
