import { RECOVERY_CODE_MINUTES } from '../../../../contract/account/rules.ts';
import type { Mail } from '../../../platform/mail/mailer.ts';
import { MAIL_TEXTS, type MailTexts } from './mail-texts.ts';

/** The texts of a language; English for an unknown one. */
const textsOf = (language: string): MailTexts =>
  Object.hasOwn(MAIL_TEXTS, language) ? MAIL_TEXTS[language as keyof typeof MAIL_TEXTS] : MAIL_TEXTS.en;

/** The e-mail with a code, to verify an address or to recover an account. */
export function codeMail(to: string, code: string, language: string): Mail {
  const texts = textsOf(language);
  const valid = texts.valid.replace('{{minutes}}', String(RECOVERY_CODE_MINUTES));
  return { to, subject: texts.code.replace('{{code}}', code), text: `${code}\n\n${valid}\n\n${texts.ignore}` };
}

/** The e-mail that tells of a change which somebody else may have made. */
export function noticeMail(to: string, change: 'passwordChanged' | 'addressChanged', language: string): Mail {
  const texts = textsOf(language);
  return { to, subject: texts[change], text: `${texts[change]}.\n\n${texts.notYou}` };
}
