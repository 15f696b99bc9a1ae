import { accountRows } from './account/endpoints.ts';
import { lifeRows } from './account/life-endpoints.ts';
import { loginRows } from './account/login-endpoints.ts';
import { passkeyRows } from './account/passkey-endpoints.ts';
import { profileRows } from './account/profile-endpoints.ts';
import { recoveryRows } from './account/recovery-endpoints.ts';
import { measureRows } from './analytics/endpoints.ts';
import type { EndpointTable } from './api/endpoint.ts';
import { callsRows } from './calls/endpoints.ts';
import { exclusiveRows, lockRows } from './chat/lock/endpoints.ts';
import { discoveryRows } from './discovery/endpoints.ts';
import { storyRows } from './discovery/story-endpoints.ts';
import { giftsRows } from './gifts/endpoints.ts';
import { hostingRows } from './hosting/endpoints.ts';
import { mediaRows } from './media/endpoints.ts';
import { noticeRows } from './notices/endpoints.ts';
import { paymentsRows } from './payments/endpoints.ts';
import { conductRows } from './people/conduct-endpoints.ts';
import { friendsRows } from './people/endpoints.ts';
import { awayRows } from './push/endpoints.ts';
import { rewardsRows } from './rewards/endpoints.ts';
import { translateRows } from './translate/endpoints.ts';

/** All endpoints by name, one per path: the server implements them and the core calls them. */
export const endpoints = {
  ...loginRows,
  ...accountRows,
  ...profileRows,
  ...lifeRows,
  ...recoveryRows,
  ...passkeyRows,
  ...discoveryRows,
  ...storyRows,
  ...friendsRows,
  ...conductRows,
  ...callsRows,
  ...mediaRows,
  ...lockRows,
  ...exclusiveRows,
  ...giftsRows,
  ...translateRows,
  ...paymentsRows,
  ...rewardsRows,
  ...noticeRows,
  ...hostingRows,
  ...awayRows,
  ...measureRows,
} as const satisfies EndpointTable;

/** Type of the table of all endpoints. */
export type Endpoints = typeof endpoints;
/** Name of an endpoint, by which the core calls it. */
export type EndpointName = keyof Endpoints;
