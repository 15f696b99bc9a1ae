import i18next from 'i18next';
import type { AppError, ErrorCode } from '#contract/result.ts';

/** One sentence for every failure. A code without one does not compile. */
const KEYS = {
  offline: 'errors:offline',
  timeout: 'errors:timeout',
  cancelled: 'errors:cancelled',
  unauthorized: 'errors:unauthorized',
  'wrong-credentials': 'errors:wrong-credentials',
  'need-login': 'errors:need-login',
  'invalid-token': 'errors:invalid-token',
  'bad-request': 'errors:bad-request',
  'not-found': 'errors:not-found',
  forbidden: 'errors:forbidden',
  conflict: 'errors:conflict',
  'rate-limited': 'errors:rate-limited',
  'server-error': 'errors:server-error',
  'message-empty': 'errors:message-empty',
  'message-too-long': 'errors:message-too-long',
  'core-lost': 'errors:core-lost',
  'stale-build': 'errors:stale-build',
  'storage-full': 'errors:storage-full',
  'storage-broken': 'errors:storage-broken',
  'upload-type': 'errors:upload-type',
  'upload-too-large': 'errors:upload-too-large',
  'upload-dimensions': 'errors:upload-dimensions',
  'upload-too-long': 'errors:upload-too-long',
  'upload-unreadable': 'errors:upload-unreadable',
  'upload-disguised': 'errors:upload-disguised',
  'upload-no-room': 'errors:upload-no-room',
} as const satisfies Record<ErrorCode, string>;

/** What happened and what to do, in the language of the page. */
export const explain = (error: AppError): string => explainCode(error.code);
export const explainCode = (code: ErrorCode): string => i18next.t(KEYS[code]);
