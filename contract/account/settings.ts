import { boolean, type InferOutput, object, partial, picklist } from 'valibot';

/** Who may write to somebody without being a friend (product 2.4). Anchors may always be written to. */
export const STRANGERS = ['everyone', 'friends', 'nobody'] as const;
/** Messages older than this many days are removed from the device; 0 keeps them (product 2.4). */
export const KEEP_DAYS = [0, 1, 7, 30, 90] as const;

/** Settings flags (product 3.7). Each belongs to the account, not to the device. */
export const settings = object({
  /** Others see when one is there. Off: one looks offline to everybody. */
  lastSeen: boolean(),
  /** Others learn that one has read their messages, and one learns it of theirs. */
  readReceipt: boolean(),
  /** Others may ask to be friends and be added at once where they may. */
  joiningGroups: boolean(),
  /** Off: only friends, hosts and the service may write, whatever `strangers` says. */
  privateMessages: boolean(),
  strangers: picklist(STRANGERS),
  darkMode: picklist(['system', 'dark', 'light']),
  /** Outlined cards and bubbles. */
  borderedTheme: boolean(),
  allowNotifications: boolean(),
  /** Notifications stay until they are opened or dismissed. */
  keepNotifications: boolean(),
  keepDays: picklist(KEEP_DAYS),
});
export const settingsChange = partial(settings);

export type Settings = InferOutput<typeof settings>;
export type SettingsChange = Partial<Settings>;

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
};
