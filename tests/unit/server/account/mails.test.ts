import { expect, test } from 'vitest';
import { codeMail, noticeMail } from '../../../../server/domains/account/recovery/mails.ts';

test.each([
  ['en-GB', '12345678 is your gemcall code', '15 minutes'],
  ['ar-EG', '12345678 هو رمزك في gemcall', '١٥ دقيقة'],
  ['bn-IN', '12345678 আপনার gemcall কোড', '১৫ মিনিট'],
  ['he-IL', '12345678 הוא קוד ה-gemcall שלך', 'ל-15 דקות'],
  ['sv-SE', '12345678 is your gemcall code', '15 minutes'],
])('an e-mail in %s has the texts of its language and the numbers of its region', (locale, subject, minutes) => {
  const mail = codeMail('sam@example.org', '12345678', locale);
  expect(mail.subject).toBe(subject);
  expect(mail.text).toContain(minutes);
  // The code is typed as it is written.
  expect(mail.text.split('\n')[0]).toBe('12345678');
});

test('an e-mail about a change is in the language of the tag', () => {
  expect(noticeMail('sam@example.org', 'passwordChanged', 'de-AT').subject).toBe(
    'Dein gemcall-Passwort wurde geändert',
  );
});
