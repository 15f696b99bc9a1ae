import { useSyncExternalStore } from 'react';
import { DEFAULT_SETTINGS } from '#contract/account/default-settings.ts';
import type { Settings } from '#contract/account/settings.ts';
import type { ConversationChoices } from '#contract/chat/conversation-choices.ts';
import { readSettings } from '#db/reads/app.ts';
import { takeFirst } from '../core/storage.ts';
import { createLiveStore } from './live-store.ts';

/**
 * The account's settings, as one live query for the whole page, because each bubble needs them. Read errors are reported by the
 * conversations, so they are ignored here.
 */
const settings = createLiveStore<Settings>(
  () => readSettings().catch(() => DEFAULT_SETTINGS),
  () => takeFirst('settings'),
);

/** Calls `onChange` when a setting has changed. Returns a function that stops it. */
export const followSettings = settings.subscribe;
/** Returns what the user chose for conversations, or the defaults until the database has responded; for code outside of components. */
export const choicesNow = (): ConversationChoices => (settings.now() ?? DEFAULT_SETTINGS).conversations;

/** Returns the account's settings; undefined until the database has responded. */
export const useSettings = (): Settings | undefined => useSyncExternalStore(settings.subscribe, settings.now);

/** Returns one setting, or its default until the database has responded. Re-renders only when that setting changes. */
export const useSetting = <K extends keyof Settings>(key: K): Settings[K] =>
  useSyncExternalStore(settings.subscribe, () => (settings.now() ?? DEFAULT_SETTINGS)[key]);
