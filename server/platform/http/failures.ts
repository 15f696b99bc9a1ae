import { BACKEND_ERROR, INVALID_TOKEN, NEED_LOGIN } from '../../../contract/errors.ts';
import type { AppError } from '../../../contract/result.ts';

/** The HTTP response to a failed request. The status is also sent as `result` in the body, so that a proxy cannot hide it. */
export type Failure = {
  readonly status: number;
  readonly msg: string;
  readonly retryAfterSeconds?: number;
  /** The error itself, sent as `data`, when the status alone does not identify the failure. */
  readonly error?: AppError;
};

/** The response to faults of the server, with BACKEND_ERROR (product 8.1). It reveals nothing about the cause. */
const FAULT: Failure = { status: 500, msg: BACKEND_ERROR };

const UPLOAD_KINDS = 'JPEG, PNG, WebP, AVIF, GIF, MP4, MOV, WebM';

/** The error of an operation whose id was sent before with another body. */
export const OPERATION_REUSED: AppError = {
  code: 'conflict',
  msg: 'this operation was sent before with another body',
};

/** Converts an error of a handler to its response; an error that only clients raise becomes status 500. */
export function failureOf(error: AppError): Failure {
  switch (error.code) {
    case 'bad-request':
      return { status: 400, msg: error.detail };
    case 'message-empty':
      return { status: 400, msg: 'the message is empty' };
    case 'message-unreadable':
      return { status: 400, msg: 'the message holds a character that is no text' };
    case 'message-too-long':
      return { status: 400, msg: `the message has more than ${error.maxChars} characters` };
    case 'invalid-token':
    case 'unauthorized':
      return { status: 401, msg: INVALID_TOKEN };
    case 'need-login':
      return { status: 401, msg: NEED_LOGIN };
    case 'wrong-credentials':
      return { status: 401, msg: 'wrong credentials' };
    case 'wrong-password':
    case 'wrong-code':
    case 'passkey-refused':
    case 'age':
    case 'underage':
    case 'closing':
      return { error, status: 403, msg: error.code };
    case 'password-length':
    case 'password-common':
    case 'not-closable':
    case 'device-taken':
      return { error, status: 422, msg: error.code };
    case 'google-refused':
      return { error: { code: error.code }, status: 401, msg: 'google refused the credential' };
    case 'gems-insufficient':
      return { error, status: 402, msg: `${error.need} gems are missing` };
    case 'price-changed':
      return { error, status: 409, msg: error.code };
    case 'spend-limit':
    case 'booking':
    case 'not-refundable':
    case 'too-many-orders':
    case 'claimed':
    case 'channel-closed':
    case 'not-sold':
      return { error, status: 422, msg: error.code };
    case 'locked':
      return { error, status: 423, msg: 'spending is locked' };
    case 'gateway-down':
      return { error, status: 503, msg: 'the payment service does not answer' };
    case 'gone':
      return { error, status: 410, msg: 'no longer there' };
    case 'forbidden':
      return { status: 403, msg: 'forbidden' };
    case 'not-found':
      return { status: 404, msg: 'not found' };
    case 'conflict':
      return { status: 409, msg: error.msg ?? 'the request conflicts with the current state' };
    case 'rate-limited': {
      const retryAfterSeconds = Math.max(1, Math.ceil(error.retryAfterMs / 1_000));
      return { status: 429, msg: `too many requests, try again in ${retryAfterSeconds} s`, retryAfterSeconds };
    }
    case 'upload-type':
      return { error, status: 415, msg: `the file is none of these: ${UPLOAD_KINDS}` };
    case 'upload-too-large':
      return { error, status: 413, msg: `the file has more than ${error.maxBytes} bytes` };
    case 'upload-dimensions':
      return { error, status: 422, msg: 'the picture has too many pixels' };
    case 'upload-too-long':
      return { error, status: 422, msg: `the clip is longer than ${error.maxSeconds} s` };
    case 'upload-unreadable':
      return { error, status: 422, msg: 'the file is damaged or incomplete' };
    case 'upload-disguised':
      return { error, status: 422, msg: 'the file holds something else than a picture or clip' };
    case 'upload-quota':
      return { error, status: 429, msg: 'as much as one account may send in a day was sent' };
    case 'upload-refused':
      return { error, status: 422, msg: 'the file is against the rules' };
    case 'upload-no-room':
      return { error, status: 507, msg: 'there is no room for the file' };
    default:
      return FAULT;
  }
}

/**
 * Returns the response to a failure of which only the HTTP status is known, for example an error of Fastify. A status below 400 or from 500
 * on becomes FAULT.
 */
export function failureOfStatus(status: number): Failure {
  switch (status) {
    case 412:
      return { status, msg: 'the precondition is false' };
    case 413:
      return { status, msg: 'the body is too large' };
    case 415:
      return { status, msg: 'the body must be application/json' };
    case 404:
      return { status, msg: 'not found' };
    case 403:
      return { status, msg: 'forbidden' };
    default:
      return status >= 400 && status < 500 ? { status, msg: 'the request is malformed' } : FAULT;
  }
}
