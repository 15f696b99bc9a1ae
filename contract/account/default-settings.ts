import { CONVERSATION_CHOICES_MAX, VIEWER_NOTES_MAX } from './rules.ts';
import type { Settings, SettingsChange } from './settings.ts';

// These settings are in a file of their own, because pages load them without the schema (settings.ts).

/** Settings of an account that has changed none. */
export const DEFAULT_SETTINGS: Settings = {
  lastSeen: true,
  readReceipt: true,
  joiningGroups: true,
  privateMessages: true,
  strangers: 'everyone',
  darkMode: 'system',
  borderedTheme: false,
  allowNotifications: true,
  keepNotifications: false,
  keepDays: 0,
  noticeShows: 'words',
  mutedNotices: [],
  quietHours: null,
  ringWhenClosed: false,
  conversations: {},
  savedReplies: [],
  closedCountries: [],
  watermark: false,
  viewerNotes: {},
};

/**
 * Returns the settings after a change. It replaces the settings that it names; of `conversations` and `viewerNotes` only the entries that
 * it names, so that two devices can change different ones at once.
 */
export function mergeSettings<T extends Settings>(
  before: T,
  { conversations, viewerNotes, ...others }: SettingsChange,
): T {
  return {
    ...before,
    ...others,
    ...(conversations && { conversations: mergeChoices(before.conversations, conversations) }),
    ...(viewerNotes && { viewerNotes: mergeNotes(before.viewerNotes, viewerNotes) }),
  };
}

/**
 * Merges the choices by conversation and drops empty ones. Above `CONVERSATION_CHOICES_MAX`, it also drops those of the conversations that
 * were archived first and are neither muted, pinned nor named by the change: the list shows these conversations again.
 */
function mergeChoices(
  before: Settings['conversations'],
  changed: Settings['conversations'],
): Settings['conversations'] {
  const all = Object.entries({ ...before, ...changed });
  const chosen = all.filter(([, choice]) => Object.values(choice).some((value) => value !== undefined));
  const weightOf = ([tid, { muted, pinned, archivedAt = 0 }]: (typeof all)[number]) =>
    tid in changed || muted || pinned ? Number.POSITIVE_INFINITY : archivedAt;
  const kept =
    chosen.length > CONVERSATION_CHOICES_MAX
      ? chosen.toSorted((one, other) => (weightOf(other) > weightOf(one) ? 1 : -1)).slice(0, CONVERSATION_CHOICES_MAX)
      : chosen;
  return Object.fromEntries(kept);
}

/** Merges the notes by user and drops empty ones. Above `VIEWER_NOTES_MAX`, it also drops those that come last in the merged record. */
function mergeNotes(before: Settings['viewerNotes'], changed: Settings['viewerNotes']): Settings['viewerNotes'] {
  const written = Object.entries({ ...before, ...changed }).filter(([, note]) => note !== '');
  return Object.fromEntries(written.slice(0, VIEWER_NOTES_MAX));
}
