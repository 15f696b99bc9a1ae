import { CONVERSATION_CHOICES_MAX, VIEWER_NOTES_MAX } from './rules.ts';
import type { Settings, SettingsChange } from './settings.ts';

// Apart from the schema, which pages do not load.

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
 * Applies a change to settings. Other conversations and notes than the changed ones stay, so that two devices can change different ones at
 * once.
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

/** Above `CONVERSATION_CHOICES_MAX`, the conversations that were archived first are shown in the list again. */
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

/** Above `VIEWER_NOTES_MAX`, the new notes are not stored. */
function mergeNotes(before: Settings['viewerNotes'], changed: Settings['viewerNotes']): Settings['viewerNotes'] {
  const written = Object.entries({ ...before, ...changed }).filter(([, note]) => note !== '');
  return Object.fromEntries(written.slice(0, VIEWER_NOTES_MAX));
}
