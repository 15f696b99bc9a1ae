import { and, count, eq, gt, isNull, sql } from 'drizzle-orm';
import { HOST_NEEDS, type Hosting } from '../../../contract/hosting/endpoints.ts';
import {
  HOST_ABOUT_MIN_CHARS,
  HOST_MISSED_CALLS_MAX,
  HOST_PRICE_CHANGES_PER_DAY,
} from '../../../contract/hosting/rules.ts';
import { ANCHOR_SHARE_PERCENT } from '../../../contract/wallet/rules.ts';
import { account } from '../../platform/database/account.ts';
import type { Queries } from '../../platform/database/connect.ts';
import type { SiteSettings } from '../account/site/settings.ts';
import { openHoursColumn } from '../people/open-hours.ts';
import { anchor, profile } from '../people/tables.ts';
import { toIdentity } from './identity/identity.ts';
import { hostApplication, hostIdentity, hostPriceChange } from './tables.ts';

type Profile = Readonly<Record<'avatarUrl' | 'about' | 'country' | 'lang', string>>;

/** The parts of a profile that an applicant still lacks. */
export function missingParts({ avatarUrl, about, country, lang }: Profile): Hosting['missing'] {
  const isThere = {
    avatar: avatarUrl !== '',
    about: about.length >= HOST_ABOUT_MIN_CHARS,
    country: country !== '',
    lang: lang !== '',
  };
  return HOST_NEEDS.filter((need) => !isThere[need]);
}

/** The operator's bounds for prices; a maximum below the minimum counts as the minimum. */
export const priceBounds = ({ hostPriceMin, hostPriceMax, hostPriceStep }: SiteSettings) => ({
  min: hostPriceMin,
  max: Math.max(hostPriceMin, hostPriceMax),
  step: hostPriceStep,
});

/** How often a host changed the price within the last 24 hours. */
export async function countPriceChanges(db: Queries, uid: number): Promise<number> {
  const [found] = await db
    .select({ times: count() })
    .from(hostPriceChange)
    .where(and(eq(hostPriceChange.uid, uid), gt(hostPriceChange.at, sql`now() - interval '1 day'`)));
  return found?.times ?? 0;
}

/** Reads what the host's own pages show: the state of the application, and the settings of a host. */
export async function readHosting(
  db: Queries,
  uid: number,
  site: SiteSettings,
  needsIdentity: boolean,
): Promise<Hosting> {
  const [found] = await db
    .select({
      profile,
      application: hostApplication,
      identity: hostIdentity,
      host: anchor,
      openHours: openHoursColumn,
      hasClip: sql<boolean>`exists (select from host_clip join media on media.id = media_id where host_clip.uid = ${account.uid} and gone_at is null)`,
    })
    .from(account)
    .innerJoin(profile, eq(profile.uid, account.uid))
    .leftJoin(hostApplication, eq(hostApplication.uid, account.uid))
    .leftJoin(hostIdentity, eq(hostIdentity.uid, account.uid))
    .leftJoin(anchor, eq(anchor.uid, account.uid))
    .where(and(eq(account.uid, uid), isNull(account.closedAt)));
  const { application, host, openHours } = found ?? {};
  return {
    // Hosts of the demo, and of earlier versions, never applied.
    state: host ? 'accepted' : (application?.state ?? 'none'),
    reason: application?.reason ?? '',
    missing: found ? missingParts(found.profile) : [...HOST_NEEDS],
    hasClip: found?.hasClip ?? false,
    identity: needsIdentity ? toIdentity(found?.identity ?? undefined) : null,
    host: host
      ? {
          price: host.price,
          bounds: priceBounds(site),
          priceChangesLeft: Math.max(0, HOST_PRICE_CHANGES_PER_DAY - (await countPriceChanges(db, uid))),
          isTakingCalls: host.takingCalls,
          pausedUntil: host.pausedUntil && host.pausedUntil > new Date() ? host.pausedUntil.getTime() : 0,
          weeklyHours: host.weeklyHours,
          openHours: openHours ?? null,
          isOffByMissedCalls: !host.takingCalls && host.missedCalls >= HOST_MISSED_CALLS_MAX,
          sharePercent: ANCHOR_SHARE_PERCENT,
        }
      : null,
  };
}
