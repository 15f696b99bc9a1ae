import { parse, safeParse } from 'valibot';
import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../contract/account/default-settings.ts';
import {
  SAVED_REPLIES_MAX,
  SAVED_REPLY_MAX_CHARS,
  settings,
  settingsChange,
} from '../../../contract/account/settings.ts';

test('settings of an older server have no saved replies, choices for conversations, notes and closed countries, and a change of others keeps them', () => {
  const {
    savedReplies: _replies,
    conversations: _choices,
    viewerNotes: _notes,
    closedCountries: _closed,
    watermark: _mark,
    ...older
  } = DEFAULT_SETTINGS;
  expect(parse(settings, older)).toEqual(DEFAULT_SETTINGS);
  expect(parse(settingsChange, { darkMode: 'dark' })).toEqual({ darkMode: 'dark' });
});

test.each([
  ['no text', ['']],
  ['a text that is too long', ['x'.repeat(SAVED_REPLY_MAX_CHARS + 1)]],
  ['too many texts', Array.from({ length: SAVED_REPLIES_MAX + 1 }, (_, at) => `${at}`)],
  ['a character that is no text', ['\u0000']],
])('saved replies with %s are refused', (_what, savedReplies) => {
  expect(safeParse(settingsChange, { savedReplies }).success).toBe(false);
});
