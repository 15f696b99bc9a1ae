import { email, maxLength, minLength, object, pipe, regex, string, toLowerCase, transform } from 'valibot';
import type { EndpointTable } from '../api/endpoint.ts';
import { uid } from '../api/envelope.ts';
import { EMAIL_MAX_CHARS } from '../people/rules.ts';
import { typedText } from '../text/typed-text.ts';
import { visibleLine } from '../text/visible-text.ts';
import { proof } from './life-endpoints.ts';
import { PASSWORD_SENT_MAX_CHARS, RECOVERY_CODE_DIGITS } from './rules.ts';

const passwd = pipe(string(), minLength(1), maxLength(PASSWORD_SENT_MAX_CHARS));
const code = pipe(string(), regex(new RegExp(`^\\d{${RECOVERY_CODE_DIGITS}}$`), 'must be the digits of a code'));
/** Schema of an e-mail address, stored and compared in small letters. Direction marks around a copied one are removed. */
const address = pipe(
  typedText,
  transform(visibleLine),
  toLowerCase(),
  maxLength(EMAIL_MAX_CHARS),
  email('must be an e-mail address'),
);

/** Endpoints for the e-mail address that recovers an account, and for the recovery itself. */
export const recoveryRows = {
  /** Sends a code to an address that the account may be recovered by. It is stored only after `confirmRecoveryEmail`. */
  beginRecoveryEmail: {
    path: '/api/account_service/recovery_email_begin',
    access: 'user',
    adult: false,
    effect: 'change',
    delivery: 'now',
    replay: 'sealed',
    input: object({ address, proof }),
    output: object({}),
  },
  confirmRecoveryEmail: {
    path: '/api/account_service/recovery_email_confirm',
    access: 'user',
    adult: false,
    effect: 'change',
    delivery: 'now',
    replay: 'sealed',
    input: object({ code }),
    output: object({}),
  },
  removeRecoveryEmail: {
    path: '/api/account_service/recovery_email_remove',
    access: 'user',
    adult: false,
    effect: 'change',
    delivery: 'now',
    replay: 'sealed',
    input: object({ proof }),
    output: object({}),
  },
  /** Mails a code if an account has this recovery address. The answer is the same if none has. */
  beginRecovery: {
    path: '/api/login_service/recovery_begin',
    access: 'public',
    effect: 'change',
    delivery: 'now',
    replay: 'sealed',
    input: object({ address }),
    output: object({}),
  },
  /** Sets a new password by the code, ends every session and device secret of the account, and removes its passkeys. */
  recoverAccount: {
    path: '/api/login_service/recover',
    access: 'public',
    effect: 'change',
    delivery: 'now',
    replay: 'sealed',
    input: object({ address, code, passwd }),
    output: object({ uid }),
  },
} as const satisfies EndpointTable;
