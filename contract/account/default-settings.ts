import { CONVERSATION_CHOICES_MAX } from './rules.ts';
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
};

/**
 * Applies a change to settings. Other conversations than the changed ones keep their choices, so that two devices can change different ones
 * at once. Above `CONVERSATION_CHOICES_MAX`, those that were archived first are shown in the list again.
 */
export function mergeSettings<T extends Settings>(before: T, { conversations, ...others }: SettingsChange): T {
  if (conversations === undefined) return { ...before, ...others };
  const all = Object.entries({ ...before.conversations, ...conversations });
  const chosen = all.filter(([, choice]) => Object.values(choice).some((value) => value !== undefined));
  const weightOf = ([changed, { muted, pinned, archivedAt = 0 }]: (typeof all)[number]) =>
    changed in conversations || muted || pinned ? Number.POSITIVE_INFINITY : archivedAt;
  const kept =
    chosen.length > CONVERSATION_CHOICES_MAX
      ? chosen.toSorted((one, other) => (weightOf(other) > weightOf(one) ? 1 : -1)).slice(0, CONVERSATION_CHOICES_MAX)
      : chosen;
  return { ...before, ...others, conversations: Object.fromEntries(kept) };
}
