/** Texts of failures (product 8.1) on the wire and in the log; the texts for users are in `src/i18n`. */

/** The backend reported a failure without a reason. */
export const BACKEND_ERROR = 'the backend request error';
export const INVALID_TOKEN = 'invalid token';
export const NEED_LOGIN = 'need login';
/** The chat login took longer than `CHAT_LOGIN_TIMEOUT_MS`. */
export const CHAT_LOGIN_TIMED_OUT = 'time out';

/** The error of a request without a login. */
export const needLogin = { code: 'need-login', msg: NEED_LOGIN } as const;
/** The error of a login answer without a token. */
export const invalidToken = { code: 'invalid-token', msg: INVALID_TOKEN } as const;
