import { array, boolean, literal, object, optional } from 'valibot';
import type { EndpointTable } from '../api/endpoint.ts';
import { uid } from '../api/envelope.ts';
import { amount, commonConfig, componentInfo, silverInfoConf } from '../api/shapes.ts';

/** The caller's own account. */
export const accountRows = {
  combineInfo: {
    path: '/api/account_service/combine_info',
    access: 'user',
    adult: false,
    effect: 'read',
    delivery: 'now',
    input: object({}),
    output: object({
      mainInfo: object({
        componentInfo,
        blockInfo: object({ blocked: array(uid) }),
        commonConfig,
        silverInfoConf,
      }),
      veegoInfo: object({ gemsBalance: amount, silverBalance: amount }),
    }),
  },
  account: {
    path: '/api/account_service/account',
    access: 'user',
    adult: false,
    effect: 'read',
    delivery: 'now',
    input: object({ action: literal(1) }),
    output: object({
      gemsBalance: amount,
      paid: boolean(),
      silverBalance: amount,
      silverSpent: amount,
      /** Nothing can be spent or bought for now. */
      locked: optional(boolean()),
      /** Gems of lost disputes that the next purchases pay first. */
      owed: optional(amount),
      /** False: the birth date is not known yet, and acts are refused until it is. */
      adult: optional(boolean()),
    }),
  },
} as const satisfies EndpointTable;
