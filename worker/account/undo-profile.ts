import { mergeSettings } from '#contract/account/default-settings.ts';
import type { Settings, SettingsChange } from '#contract/account/settings.ts';
import { readSession } from '../base/session-row.ts';
import type { ApiQueueRow, AppDb } from '../db/schema.ts';

/** Fields of the profile or of the settings, by name. */
type Fields = Readonly<Record<string, unknown>>;

/** Each changed conversation counts as a field of its own, under this name and its tid. */
const CONVERSATION = 'conversations.';
const isConversation = (name: string) => name.startsWith(CONVERSATION);

/** Returns the fields of a change or of the shown state, with one field for each conversation. */
function flatten({ conversations, ...fields }: Fields): Fields {
  const chosen = Object.entries(Object(conversations) as Fields);
  return { ...fields, ...Object.fromEntries(chosen.map(([tid, choice]) => [`${CONVERSATION}${tid}`, choice])) };
}

/** Undoes `flatten` for restored fields, over the shown state. */
function restored(shown: Fields, fields: Fields): Fields {
  const chosen = Object.entries(fields).filter(([name]) => isConversation(name));
  const others = Object.entries(fields).filter(([name]) => !isConversation(name));
  if (chosen.length === 0) return { ...shown, ...fields };
  const conversations = Object.fromEntries(chosen.map(([name, choice]) => [name.slice(CONVERSATION.length), choice]));
  return { ...mergeSettings(shown as Settings, { conversations } as SettingsChange), ...Object.fromEntries(others) };
}

/** Returns the current values of the fields that a change names, which are queued with it and restored if the server refuses. */
export function shownBefore(shown: Fields, change: Fields): Fields {
  const [before, changed] = [flatten(shown), flatten(change)];
  const names = Object.keys(changed).filter((name) => name in before || isConversation(name));
  return Object.fromEntries(names.map((name) => [name, before[name] ?? {}]));
}

/** A change is either of the settings or of the profile. */
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
