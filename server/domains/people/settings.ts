import { eq, sql } from 'drizzle-orm';
import { type InferOutput, is, parse } from 'valibot';
import { DEFAULT_SETTINGS, type Settings, settings, type settingsChange } from '../../../contract/account/settings.ts';
import type { Queries } from '../../platform/database/connect.ts';
import { accountSettings } from './tables.ts';

/** Returns the settings of an account; unchanged ones have their default. */
export async function loadSettings(db: Queries, uid: number): Promise<Settings> {
  const [found] = await db
    .select({ changed: accountSettings.changed })
    .from(accountSettings)
    .where(eq(accountSettings.uid, uid));
  return completeSettings(found?.changed);
}

/** A value of an older version that this one cannot read falls back to its default, each setting by itself. */
export function completeSettings(changed: Readonly<Record<string, unknown>> = {}): Settings {
  const known = Object.entries(settings.entries).filter(([name, schema]) => is(schema, changed[name]));
  return parse(settings, {
    ...DEFAULT_SETTINGS,
    ...Object.fromEntries(known.map(([name]) => [name, changed[name]])),
  });
}

/** Changes the given settings, safely also when another device changes others at the same time. */
export async function changeSettings(
  db: Queries,
  uid: number,
  changed: InferOutput<typeof settingsChange>,
): Promise<void> {
  if (Object.keys(changed).length === 0) return;
  await db
    .insert(accountSettings)
    .values({ uid, changed })
    .onConflictDoUpdate({
      target: accountSettings.uid,
      set: { changed: sql`${accountSettings.changed} || excluded.changed` },
    });
}
