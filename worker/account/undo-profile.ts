import { mergeSettings } from '#contract/account/default-settings.ts';
import type { Settings, SettingsChange } from '#contract/account/settings.ts';
import { readSession } from '../base/session-row.ts';
import type { ApiQueueRow, AppDb } from '../db/schema.ts';

/** Fields of the profile or of the settings, by name. */
type Fields = Readonly<Record<string, unknown>>;

/**
 * Settings that are records, with the value of an absent entry. Each changed entry counts as a field of its own, such as
 * `conversations.u_9001`.
 */
const ABSENT = { conversations: {}, viewerNotes: '' } as const;
const RECORDS = Object.keys(ABSENT) as readonly (keyof typeof ABSENT)[];
const recordOf = (field: string) => RECORDS.find((record) => field.startsWith(`${record}.`));

/** Returns the fields of a change or of the shown state, with one field for each entry of a record. */
function flatten(fields: Fields): Fields {
  const flat = Object.entries(fields).flatMap(([name, value]) => {
    if (!RECORDS.some((record) => record === name)) return [[name, value] as const];
    return Object.entries(Object(value) as Fields).map(([key, entry]) => [`${name}.${key}`, entry] as const);
  });
  return Object.fromEntries(flat);
}

/** Undoes `flatten` for restored fields, over the shown state. */
function restored(shown: Fields, fields: Fields): Fields {
  const change: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const record = recordOf(name);
    if (record === undefined) change[name] = value;
    else change[record] = { ...(change[record] as Fields | undefined), [name.slice(record.length + 1)]: value };
  }
  return mergeSettings(shown as Settings, change as SettingsChange);
}

/** Returns the current values of the fields that a change names, which are queued with it and restored if the server refuses. */
export function shownBefore(shown: Fields, change: Fields): Fields {
  const [before, changed] = [flatten(shown), flatten(change)];
  const found = Object.keys(changed).flatMap((name) => {
    const record = recordOf(name);
    if (name in before) return [[name, before[name]] as const];
    return record === undefined ? [] : [[name, ABSENT[record]] as const];
  });
  return Object.fromEntries(found);
}

/** Returns the settings of a queued change; undefined for a change of the profile. No change has both. */
const settingsIn = ({ data }: ApiQueueRow) => (data as { readonly settings?: Fields }).settings;
const fieldsIn = (row: ApiQueueRow) => flatten(settingsIn(row) ?? (row.data as Fields));
const placeOf = (row: ApiQueueRow) => (settingsIn(row) ? 'settings' : 'profile');

/**
 * Undoes a refused or discarded change of the profile or the settings, field by field. If a later queued change also sets a field, the
 * field stays, and that change's `before` value becomes the one before both. Runs inside the caller's transaction.
 */
export async function undoProfile(app: AppDb, row: ApiQueueRow, later: readonly ApiQueueRow[]): Promise<void> {
  const place = placeOf(row);
  const others = later.filter((other) => other.endpoint === row.endpoint && placeOf(other) === place);
  const shown: Record<string, unknown> = {};
  for (const [name, value] of Object.entries((row.before ?? {}) as Fields)) {
    const next = others.find((other) => name in fieldsIn(other));
    if (!next) shown[name] = value;
    else
      await app.apiQueue
        .where('operationId')
        .equals(next.operationId)
        .modify((other) => {
          other.before = { ...(other.before as Fields | undefined), [name]: value };
        });
  }
  const current = await app.state.get(place);
  if (current) await app.state.put({ ...current, ...restored(current, shown) });
  const session = await readSession(app);
  const { nickName } = shown;
  if (session && typeof nickName === 'string') await app.state.put({ ...session, nickName });
}
