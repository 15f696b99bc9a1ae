import type { InferOutput } from 'valibot';
import type { commonConfig, silverInfoConf } from '#contract/api/shapes.ts';

/** Whose data this device holds while nobody is signed in: after a login that failed. */
export type OwnerRow = { key: 'owner'; uid: number };

/** Config (product 3.2): what the operator has switched on. `common` is known once somebody is signed in. */
export type SiteRow = {
  key: 'site';
  common?: InferOutput<typeof commonConfig>;
  silver: InferOutput<typeof silverInfoConf>;
};
