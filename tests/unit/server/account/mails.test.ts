import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { codeMail, noticeMail } from '../../../../server/domains/account/recovery/mails.ts';
import { BUILD_CARD, brandNameOf } from '../../../../server/platform/http/site/build-card.ts';
import { LANGUAGES } from '../../../../src/i18n/languages.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';

test.each([
  ['en-GB', '12345678 is your gemcall code', '15 minutes'],
  ['ar-EG', '12345678 هو رمزك في gemcall', '١٥ دقيقة'],
  ['bn-IN', '12345678 আপনার gemcall কোড', '১৫ মিনিট'],
  ['he-IL', '12345678 הוא קוד ה-gemcall שלך', 'ל-15 דקות'],
  ['sv-SE', '12345678 is your gemcall code', '15 minutes'],
])('an e-mail in %s has the texts of its language and the numbers of its region', (locale, subject, minutes) => {
  const mail = codeMail({ to: 'sam@example.org', locale, brand: 'gemcall' }, '12345678');
  expect(mail.subject).toBe(subject);
  expect(mail.text).toContain(minutes);
  // The code is typed as it is written.
  expect(mail.text.split('\n')[0]).toBe('12345678');
});

test('an e-mail about a change is in the language of the tag', () => {
  expect(noticeMail({ to: 'sam@example.org', locale: 'de-AT', brand: 'gemcall' }, 'passwordChanged').subject).toBe(
    'Dein gemcall-Passwort wurde geändert',
  );
});

test('no e-mail of one brand names another, in any language', () => {
  for (const locale of Object.keys(LANGUAGES)) {
    const reader = { to: 'sam@example.org', locale, brand: 'Velora' };
    const changes = ['passwordChanged', 'addressChanged', 'passkeyAdded', 'passkeyRemoved'] as const;
    for (const { subject, text } of [codeMail(reader, '1'), ...changes.map((change) => noticeMail(reader, change))]) {
      expect(subject).toContain('Velora');
      expect(subject + text).not.toMatch(/gemcall|\{\{/);
    }
  }
});

test('the name of the brand is that of the build', () => {
  const dist = temporaryFolder('build-card');
  expect(brandNameOf(dist)).toBe('gemcall');
  writeFileSync(join(dist, BUILD_CARD), JSON.stringify({ brand: 'velora', name: 'Velora', connect: [] }));
  expect(brandNameOf(dist)).toBe('Velora');
});
