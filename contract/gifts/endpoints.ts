import { array, maxLength, object, optional, pipe } from 'valibot';
import type { EndpointTable } from '../api/endpoint.ts';
import { uid } from '../api/envelope.ts';
import { amount } from '../api/shapes.ts';
import { giftCatalogue, giftId } from './gift.ts';

const WALL_MAX = 200;
const GIVERS_MAX = 50;

/** The catalogue of gifts, and who got which. */
export const giftsRows = {
  /** Ours: the gifts that can be given. `version`: the one that the caller has, 0 for none. */
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
   * Ours: the gifts that somebody got. `given`: what the caller gave them, in gems. Who gave most is told to themselves
   * alone: it would show who pays.
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
