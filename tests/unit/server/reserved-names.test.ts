import { expect, test } from 'vitest';
import { isReservedName } from '../../../server/platform/reserved-names.ts';

test.each([
  ['the name of a brand', 'gemcall'],
  ['another brand', 'Team Velora'],
  ['capitals', 'GEMCALL'],
  ['a capital I for a small L', 'gemcaII'],
  ['Cyrillic letters', 'gеmсаll'],
  ['a Greek letter', 'Μiravo'],
  ['digits for letters', 'Ve1ora'],
  ['two letters for one', 'gerncall'],
  ['full-width letters', 'ｇｅｍｃａｌｌ'],
  ['mathematical letters', '𝓰𝓮𝓶𝓬𝓪𝓵𝓵'],
  ['circled letters', '🅖🅔🅜🅒🅐🅛🅛'],
  ['flags', '🇬🇪🇲🇨🇦🇱🇱'],
  ['small capitals', 'ɢᴇᴍᴄᴀʟʟ'],
  ['spaces', 'g e m c a l l'],
  ['a joiner', 'gem\u200dcall'],
  ['marks', 'gém·cáll'],
  ['a symbol behind it', 'Admin ✅'],
  ['a staff word with Cyrillic letters', 'ѕuрроrt'],
  ['several staff words', '0fficial Support Team'],
  ['Arabic', 'فريق الدعم'],
  ['Japanese', '運営チーム'],
  ['Korean', '고객센터'],
  ['Chinese', '客服'],
  ['Indonesian', 'Tim Dukungan'],
])('a name is reserved when it passes for the team by %s', (_way, name) => {
  expect(isReservedName(name)).toBe(true);
});

test.each([
  ...['Amira', 'Tim', 'Al', 'Ali', '지원', 'Мая', 'राम', '美咲', 'مايا', 'Gemma', 'Mira', 'Vera', 'Callum'],
  ...['Guest 4711', 'Supporter', 'Adminah', "O'Hara", '👩‍👧', '---'],
])('the name %s of a person is free', (name) => {
  expect(isReservedName(name)).toBe(false);
});
