/** Content security policy of the operator page: no scripts and no frames. Each answer has it, also a clip and an error. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; media-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";
/** Role of all operator accounts; no account of the app has it. */
export const ROLE_OPERATOR = 9;
/** Maximum length in characters of the password field of the sign-in form; a longer one is refused without being verified. */
export const PASSWORD_MAX_CHARS = 256;
/** Maximum length in characters of the reason that each action but a list needs. */
export const REASON_MAX_CHARS = 500;
/** A session of the operator page ends after this many minutes without a request. */
export const IDLE_MINUTES = 15;
/** A session of the operator page ends this many hours after the sign-in, even if it is used. */
export const SESSION_HOURS = 12;
/** Maximum number of sign-in attempts to the operator page per minute and address. `limitSignIns` also limits wrong ones per name. */
export const SIGN_INS_PER_MINUTE = 5;
/**
 * Maximum number of wrong codes after the right password since the last sign-in, per operator. Then the name cannot sign in until
 * `operator reset`, as the password has leaked.
 */
export const WRONG_CODES_MAX = 10;
/** Maximum body size in bytes of requests to the operator page: a message of maximum length with every byte percent-encoded. */
export const FORM_MAX_BYTES = 128 * 1024;
/** Statement timeout of an action in seconds; a message to all accounts is one statement. */
export const CHANGE_WITHIN_S = 600;
/** Query timeout in ms of the database connections for actions, after which one counts as broken; longer than the statement timeout. */
export const CHANGE_ANSWER_MS = 660_000;
