import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import {
  FAIR_START_MAX_SECONDS,
  FAIR_START_SECONDS,
  SILVER_CALL_MAX_SECONDS,
  SILVER_CALL_SECONDS,
} from '../../../../contract/calls/rules.ts';
import { HOST_PRICE_LEAST_GEMS, HOST_PRICE_MOST_GEMS } from '../../../../contract/hosting/rules.ts';
import type { Queries } from '../../../platform/database/connect.ts';
import { siteSetting } from './tables.ts';

/** PostgreSQL channel on which a trigger announces the key of each changed setting; every process then drops its cached settings. */
export const SITE_SETTING_CHANGED = 'site_setting_changed';

const hostPrice = v.pipe(v.number(), v.integer(), v.minValue(HOST_PRICE_LEAST_GEMS), v.maxValue(HOST_PRICE_MOST_GEMS));

/** Schemas and defaults of the settings that an operator can change for all users while the server runs (product 3.2). */
export const SITE_SETTINGS = {
  enableLuckyBox: v.optional(v.boolean(), true),
  enablePaidUserFreeCall: v.optional(v.boolean(), true),
  enableUserTaskEntrance: v.optional(v.boolean(), true),
  enableCallback: v.optional(v.boolean(), true),
  enableSilverClub: v.optional(v.boolean(), true),
  /** True: devices pause collecting and sending analytics events, and the server drops those that it still receives. */
  pauseMeasuring: v.optional(v.boolean(), false),
  /** Length of a silver call in seconds. */
  silverCallDuration: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(SILVER_CALL_MAX_SECONDS)),
    SILVER_CALL_SECONDS,
  ),
  /** A call that ends within this many paid seconds is free (server/domains/calls/billing/fair-start.ts); 0: every paid call costs. */
  fairStartSeconds: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(FAIR_START_MAX_SECONDS)),
    FAIR_START_SECONDS,
  ),
  /** Bounds and step of the prices that hosts choose, in gems per started minute. */
  hostPriceMin: v.optional(hostPrice, 20),
  hostPriceMax: v.optional(hostPrice, 500),
  hostPriceStep: v.optional(hostPrice, 10),
  /** Cents (USD) that a host gets for 1,000 gems. */
  payoutCents: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)), 500),
  /** A payout of more cents (USD) needs the approval of two operators. */
  payoutOnePersonCents: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000_000)), 100_000),
  /** Fewest gems of a payout. */
  payoutMinGems: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000_000)), 1_000),
  /** Days for which earned gems are held, because a payment may be disputed. */
  payoutHoldDays: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(180)), 7),
} as const;
const schema = v.object(SITE_SETTINGS);
/** Values of all operator settings, complete with defaults. */
export type SiteSettings = v.InferOutput<typeof schema>;
/** Name of an operator setting. */
export type SiteSettingKey = keyof SiteSettings;

/** Whether this is the name of an operator setting of this build; stored rows with other names are ignored. */
export const isSiteSetting = (key: string): key is SiteSettingKey => Object.hasOwn(SITE_SETTINGS, key);

/**
 * Parses the stored rows of settings and adds defaults. A value that this build cannot read counts as unset, so that it cannot stop the
 * server.
 */
export function readSiteSettings(rows: readonly { readonly key: string; readonly value: unknown }[]): SiteSettings {
  const good = rows.filter(({ key, value }) => isSiteSetting(key) && v.is(SITE_SETTINGS[key], value));
  return v.parse(schema, Object.fromEntries(good.map(({ key, value }) => [key, value])));
}

/**
 * Queries the current operator settings, without a cache: for actions of operators, and for the check whether an account can be closed.
 * Other code reads them by `Site`.
 */
export async function loadSiteSettings(db: Queries): Promise<SiteSettings> {
  return readSiteSettings(await db.select().from(siteSetting));
}

/** Stores the value of an operator setting for all processes; undefined restores the default. */
export async function changeSiteSetting(
  db: Queries,
  key: SiteSettingKey,
  value: SiteSettings[SiteSettingKey] | undefined,
): Promise<void> {
  if (value === undefined) await db.execute(sql`delete from ${siteSetting} where key = ${key}`);
  else {
    await db.insert(siteSetting).values({ key, value }).onConflictDoUpdate({ target: siteSetting.key, set: { value } });
  }
}
