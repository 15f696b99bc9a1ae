import { array, boolean, literal, object, optional } from 'valibot';
import type { EndpointTable } from '../api/endpoint.ts';
import { uid } from '../api/envelope.ts';
import { amount, commonConfig, componentInfo, silverInfoConf } from '../api/shapes.ts';

/** Endpoints for the caller's account: configuration, blocked users and balances. */
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
      /** True: the account can neither spend nor buy. */
      locked: optional(boolean()),
      /** Gems of lost disputes; the next purchases repay them first. */
      owed: optional(amount),
      /** False: the birth date is not known, and endpoints that require an adult are refused. */
      adult: optional(boolean()),
      /** Role of the account; it changes when the operator accepts or suspends a host. */
      role: optional(amount),
    }),
  },
} as const satisfies EndpointTable;
