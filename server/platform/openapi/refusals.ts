import type { AppError, ErrorCode } from '../../../contract/result.ts';
import { AWAY } from '../../domains/media/files/files.ts';
import { type Failure, failureOf, failureOfStatus } from '../http/failures.ts';
import { failureBody } from '../http/replies.ts';
import { schemaRef } from './schemas.ts';

type Sample<Code extends ErrorCode> = Extract<AppError, { readonly code: Code }>;

/** An example of each error. Those that only clients raise map to a server error, and are filtered out below. */
const SAMPLES: { readonly [Code in ErrorCode]: Sample<Code> } = {
  offline: { code: 'offline' },
  timeout: { code: 'timeout' },
  cancelled: { code: 'cancelled' },
  unauthorized: { code: 'unauthorized' },
  'wrong-credentials': { code: 'wrong-credentials' },
  'wrong-password': { code: 'wrong-password' },
  'wrong-code': { code: 'wrong-code' },
  'passkey-refused': { code: 'passkey-refused' },
  'password-length': { code: 'password-length' },
  'password-common': { code: 'password-common' },
  age: { code: 'age' },
  underage: { code: 'underage' },
  closing: { code: 'closing', until: 1_800_000_000_000 },
  'not-closable': { code: 'not-closable', waitsFor: 'order' },
  'device-taken': { code: 'device-taken' },
  'google-refused': { code: 'google-refused' },
  'need-login': { code: 'need-login' },
  'other-account': { code: 'other-account' },
  'invalid-token': { code: 'invalid-token' },
  'bad-request': { code: 'bad-request', detail: 'data.uid: must be a number' },
  'not-found': { code: 'not-found' },
  'favourites-full': { code: 'favourites-full', max: 200 },
  forbidden: { code: 'forbidden' },
  conflict: { code: 'conflict' },
  'rate-limited': { code: 'rate-limited', retryAfterMs: 12_000 },
  'server-error': { code: 'server-error' },
  'message-empty': { code: 'message-empty' },
  'message-unreadable': { code: 'message-unreadable' },
  'message-too-long': { code: 'message-too-long', maxChars: 1_000 },
  'core-lost': { code: 'core-lost' },
  'stale-build': { code: 'stale-build' },
  'storage-full': { code: 'storage-full' },
  'storage-broken': { code: 'storage-broken' },
  'storage-missing': { code: 'storage-missing' },
  call: { code: 'call', detail: '' },
  gift: { code: 'gift', detail: '', reason: 'other' },
  'gems-insufficient': { code: 'gems-insufficient', need: 40, balance: 10 },
  'price-changed': { code: 'price-changed' },
  'spend-limit': { code: 'spend-limit', scope: 'use', window: 'day', left: 100 },
  booking: { code: 'booking', reason: 'hostTaken' },
  'not-refundable': { code: 'not-refundable' },
  'too-many-orders': { code: 'too-many-orders' },
  claimed: { code: 'claimed' },
  'channel-closed': { code: 'channel-closed' },
  'not-sold': { code: 'not-sold' },
  locked: { code: 'locked' },
  'gateway-down': { code: 'gateway-down' },
  gone: { code: 'gone' },
  'upload-type': { code: 'upload-type' },
  'upload-too-large': { code: 'upload-too-large', maxBytes: 104_857_600 },
  'upload-dimensions': { code: 'upload-dimensions' },
  'upload-too-long': { code: 'upload-too-long', maxSeconds: 60 },
  'upload-heic': { code: 'upload-heic' },
  'upload-unreadable': { code: 'upload-unreadable' },
  'upload-gone': { code: 'upload-gone' },
  'upload-disguised': { code: 'upload-disguised' },
  'upload-quota': { code: 'upload-quota' },
  'upload-no-room': { code: 'upload-no-room' },
  'upload-refused': { code: 'upload-refused' },
};

type Known = { readonly name: string; readonly failure: Failure };

const FAULT_STATUS = 500;
const raised = Object.entries(SAMPLES)
  .map(([name, error]): Known => ({ name, failure: failureOf(error) }))
  .filter(({ failure }) => failure.status !== FAULT_STATUS);
/** Refusals before any handler, and server errors. */
const ofHttp = [413, 415, FAULT_STATUS].map(
  (status): Known => ({ name: `http-${status}`, failure: failureOfStatus(status) }),
);
const ofMedia = { name: 'media-store', failure: AWAY };
const ALL = [...raised, ...ofHttp, ofMedia];
const STATUSES = [...new Set(ALL.map(({ failure }) => failure.status))].toSorted((a, b) => a - b);
const codesInData = raised.flatMap(({ failure }) => failure.error?.code ?? []);

const responseName = (status: number) => `Refused${status}`;
/** Reference to the OpenAPI response of a refusal with this status. */
export const refusedRef = (status: number) => ({ $ref: `#/components/responses/${responseName(status)}` });

/** OpenAPI schemas of the body of a refused request, the same for all endpoints. */
export const refusalSchemas = {
  Refusal: {
    type: 'object',
    description: 'A refused call. `result` repeats the HTTP status.',
    properties: {
      result: { type: 'integer', enum: STATUSES },
      msg: { type: 'string', description: 'The reason in English, for logs.' },
      data: schemaRef('RefusalData'),
    },
    required: ['result', 'msg'],
  },
  RefusalData: {
    type: 'object',
    description: 'The error itself, where the status alone does not tell which it is.',
    properties: { code: { type: 'string', enum: codesInData } },
    required: ['code'],
  },
};

const retryAfter = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } } };

/** OpenAPI responses of refusals: one per status, with all its reasons as examples; `Refused` covers all of them. */
export const refusalResponses = Object.fromEntries([
  ...STATUSES.map((status) => [responseName(status), responseOf(ALL.filter((one) => one.failure.status === status))]),
  ['Refused', responseOf(ALL)],
]);

function responseOf(known: readonly Known[]) {
  const reasons = known.map(({ failure }) => failure.msg).join('; ');
  const waits = known.some(({ failure }) => failure.retryAfterSeconds !== undefined);
  const examples = Object.fromEntries(known.map(({ name, failure }) => [name, { value: failureBody(failure) }]));
  return {
    description: `Refused: ${reasons}.`,
    ...(waits && { headers: retryAfter }),
    content: { 'application/json': { schema: schemaRef('Refusal'), examples } },
  };
}
