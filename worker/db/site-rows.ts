import type { InferOutput } from 'valibot';
import type { commonConfig, silverInfoConf } from '#contract/api/shapes.ts';

/** The account whose data is stored on this device while no user is signed in, after a failed login. */
export type OwnerRow = { key: 'owner'; uid: number };

/** Config (product 3.2): the operator's switches. `common` is known once a user is signed in. */
export type SiteRow = {
  key: 'site';
  common?: InferOutput<typeof commonConfig>;
  silver: InferOutput<typeof silverInfoConf>;
};
