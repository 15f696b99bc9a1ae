/** Texts of failures (product 8.1) on the wire and in the log; the texts for users are in `src/i18n`. */

/** Text of an unexpected fault of the server (500), which hides its cause, and of a response without a reason or in no valid form. */
export const BACKEND_ERROR = 'the backend request error';
/** Text of a rejected session token (401), and of a login response without a token. */
export const INVALID_TOKEN = 'invalid token';
/** Text of a request that requires a login and has none (401). */
export const NEED_LOGIN = 'need login';
/** Text of a chat login that took longer than `CHAT_LOGIN_TIMEOUT_MS`, in the row `connection` and in the diagnosis report. */
export const CHAT_LOGIN_TIMED_OUT = 'time out';

/** Error of a request or command that requires a login when none exists. */
export const needLogin = { code: 'need-login', msg: NEED_LOGIN } as const;
/** Error of a login response without a token. */
export const invalidToken = { code: 'invalid-token', msg: INVALID_TOKEN } as const;
