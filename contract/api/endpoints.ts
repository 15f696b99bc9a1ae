import type { EndpointTable } from './endpoint.ts';
import { accountRows } from './rows/account.ts';
import { callsRows } from './rows/calls.ts';
import { discoveryRows } from './rows/discovery.ts';
import { friendsRows } from './rows/friends.ts';
import { loginRows } from './rows/login.ts';
import { profileRows } from './rows/profile.ts';

/** One row per path. A row means that the server answers it and the core calls it. */
export const endpoints = {
  ...loginRows,
  ...accountRows,
  ...profileRows,
  ...discoveryRows,
  ...friendsRows,
  ...callsRows,
} as const satisfies EndpointTable;

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
