import { eq, sql } from 'drizzle-orm';
import { type InferOutput, is, parse } from 'valibot';
import { DEFAULT_SETTINGS, mergeSettings } from '../../../contract/account/default-settings.ts';
import { type Settings, settings, type settingsChange } from '../../../contract/account/settings.ts';
import type { Queries } from '../../platform/database/connect.ts';
import { announceClosed } from './closed-countries.ts';
import { accountSettings } from './tables.ts';

/** Loads the settings of an account, with defaults for unchanged ones. */
export async function loadSettings(db: Queries, uid: number): Promise<Settings> {
  const [found] = await db
    .select({ changed: accountSettings.changed })
    .from(accountSettings)
    .where(eq(accountSettings.uid, uid));
  return completeSettings(found?.changed);
}

/** Adds defaults to the stored settings of an account. A stored value that this version cannot parse is replaced by its default. */
export function completeSettings(changed: Readonly<Record<string, unknown>> = {}): Settings {
  const known = Object.entries(settings.entries).filter(([name, schema]) => is(schema, changed[name]));
  return parse(settings, {
    ...DEFAULT_SETTINGS,
    ...Object.fromEntries(known.map(([name]) => [name, changed[name]])),
  });
}

/**
 * Stores the given settings of an account and announces changed closed countries to the edges; a concurrent change of other settings by
 * another device is preserved. The choices of conversations and the private notes are merged here, so the calling transaction must have
 * locked the row of the profile.
 */
export async function changeSettings(
  db: Queries,
  uid: number,
  change: InferOutput<typeof settingsChange>,
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  const records = {
    ...(change.conversations && { conversations: change.conversations }),
    ...(change.viewerNotes && { viewerNotes: change.viewerNotes }),
  };
  const names = Object.keys(records) as (keyof typeof records)[];
  const merged = names.length > 0 ? mergeSettings(await loadSettings(db, uid), records) : undefined;
  const changed = { ...change, ...Object.fromEntries(names.map((name) => [name, merged?.[name]])) };
  if (change.closedCountries !== undefined) {
    const before = (await loadSettings(db, uid)).closedCountries;
    const changedOnes = [...before, ...change.closedCountries].filter(
      (country) => before.includes(country) !== change.closedCountries?.includes(country),
    );
    await announceClosed(db, changedOnes);
  }
  await db
    .insert(accountSettings)
    .values({ uid, changed })
    .onConflictDoUpdate({
      target: accountSettings.uid,
      set: { changed: sql`${accountSettings.changed} || excluded.changed` },
    });
}
