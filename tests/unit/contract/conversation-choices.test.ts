import { is } from 'valibot';
import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS, mergeSettings } from '../../../contract/account/default-settings.ts';
import { CONVERSATION_CHOICES_MAX, VIEWER_NOTE_MAX_CHARS, VIEWER_NOTES_MAX } from '../../../contract/account/rules.ts';
import { settingsChange } from '../../../contract/account/settings.ts';
import { isArchived, isCounted } from '../../../contract/chat/conversation-choices.ts';

const thread = (lastIncoming: number) => ({ tid: 'u_9001', lastIncoming });

test('an archived conversation comes back with a newer incoming message, unless it is muted', () => {
  const archived = { u_9001: { archivedAt: 50 } };
  expect([49, 50, 51].map((at) => isArchived(archived, thread(at)))).toEqual([true, true, false]);
  const muted = { u_9001: { archivedAt: 50, muted: true } } as const;
  expect(isArchived(muted, thread(51))).toBe(true);
  expect([archived, muted, {}].map((choices) => isCounted(choices, thread(51)))).toEqual([true, false, true]);
});

test('a change of one conversation leaves the choices of others, and an empty choice is dropped', () => {
  const before = { ...DEFAULT_SETTINGS, conversations: { u_1: { pinned: true }, u_9001: { muted: true } } as const };
  const after = mergeSettings(before, { keepDays: 7, conversations: { u_9001: {}, u_9002: { archivedAt: 5 } } });
  expect(after).toEqual({
    ...DEFAULT_SETTINGS,
    keepDays: 7,
    conversations: { u_1: { pinned: true }, u_9002: { archivedAt: 5 } },
  });
});

test('a change of one private note leaves the others, an empty text deletes one, and no note is lost to a new one', () => {
  const notes = Object.fromEntries(Array.from({ length: VIEWER_NOTES_MAX }, (_, n) => [`u_${n + 1}`, `note ${n}`]));
  const before = { ...DEFAULT_SETTINGS, viewerNotes: notes };
  const { viewerNotes } = mergeSettings(before, { viewerNotes: { u_1: 'likes maps', u_2: '' } });
  expect(viewerNotes).toMatchObject({ u_1: 'likes maps', u_3: 'note 2' });
  expect(viewerNotes).not.toHaveProperty('u_2');
  expect(mergeSettings(before, { viewerNotes: { u_9999: 'one too many' } }).viewerNotes).toEqual(notes);
});

test.each([{ u_1: 'x'.repeat(VIEWER_NOTE_MAX_CHARS + 1) }, { localOfficial: 'x' }, { u_1: '\u0000' }])(
  'private notes that no app sends are refused: case %#',
  (viewerNotes) => {
    expect(is(settingsChange, { viewerNotes })).toBe(false);
  },
);

test('the conversations that were archived first are dropped when there are too many', () => {
  const archived = Array.from({ length: CONVERSATION_CHOICES_MAX - 1 }, (_, n) => [
    `u_${n + 100}`,
    { archivedAt: n + 10 },
  ]);
  const before = { ...DEFAULT_SETTINGS, conversations: { u_1: { muted: true }, ...Object.fromEntries(archived) } };
  const { conversations } = mergeSettings(before, { conversations: { u_2: { archivedAt: 1 } } });
  expect(Object.keys(conversations)).toHaveLength(CONVERSATION_CHOICES_MAX);
  expect(conversations).toMatchObject({ u_1: { muted: true }, u_2: { archivedAt: 1 }, u_101: { archivedAt: 11 } });
  expect(conversations).not.toHaveProperty('u_100');
});

test.each([
  { u_9001: { muted: false } },
  { localOfficial: { pinned: true } },
  { u_9001: { archivedAt: -1 } },
  Object.fromEntries(Array.from({ length: CONVERSATION_CHOICES_MAX + 1 }, (_, n) => [`u_${n + 1}`, {}])),
])('choices that no app sends are refused: case %#', (conversations) => {
  expect(is(settingsChange, { conversations })).toBe(false);
});
