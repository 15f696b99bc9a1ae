import {
  array,
  boolean,
  fallback,
  type InferOutput,
  maxLength,
  minValue,
  number,
  optional,
  picklist,
  pipe,
  regex,
  strictObject,
  string,
} from 'valibot';
import { BRAND_IDS } from '#contract/brand.ts';
import { DROP_REASONS } from '#contract/chat/drop-reasons.ts';
import { CONNECTION_STATES } from '#contract/core.ts';
import { CHAT_LOGIN_TIMED_OUT } from '#contract/errors.ts';

/** Schema of a non-negative number; 0 for anything else. */
const figure = fallback(pipe(number(), minValue(0)), 0);
/** Schema of a known code; anything else becomes `other`, so that no free text gets into the diagnostic file. */
const oneOf = <const T extends readonly string[]>(codes: T) =>
  fallback(picklist([...codes, 'other'] as const), 'other');
const storedSize = strictObject({ rows: figure, bytes: figure });

/** Names of the app's Web Locks, up to the first colon; the file names only these. */
const LOCKS = [
  'core',
  'core-build',
  'core-call',
  'core-host',
  'tab',
  'looked-at',
  'notify',
  'push-look',
  'call-ringtone',
] as const;
/** Endpoints of changes that can wait in the API queue; the file names only these. */
const CHANGES = [
  'updateProfile',
  'changeRelation',
  'autoAddFriend',
  'changeFavourite',
  'report',
  'callRating',
] as const;

/**
 * Schema of the diagnostic file and its privacy filter: an object with an unknown field is rejected, and a text outside the listed codes
 * becomes `other`.
 */
export const diagnosisShape = strictObject({
  made: pipe(string(), regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)),
  build: figure,
  brand: picklist(BRAND_IDS),
  language: fallback(pipe(string(), regex(/^[a-z]{2}(-[A-Za-z]{2,4})?$/)), ''),
  browser: pipe(string(), maxLength(1_024)),
  isInstalled: boolean(),
  features: strictObject({
    sharedWorker: boolean(),
    serviceWorker: boolean(),
    push: boolean(),
    notifications: oneOf(['none', 'default', 'granted', 'denied']),
    locks: boolean(),
  }),
  connection: optional(
    strictObject({
      state: oneOf(CONNECTION_STATES),
      forSeconds: figure,
      online: boolean(),
      error: oneOf(['', CHAT_LOGIN_TIMED_OUT, ...CONNECTION_STATES]),
    }),
  ),
  changes: array(
    strictObject({
      code: oneOf([...CONNECTION_STATES, ...CONNECTION_STATES.map((state) => `${state}, no network` as const)]),
      secondsAgo: figure,
    }),
  ),
  waiting: array(strictObject({ kind: oneOf(['message', 'file', ...CHANGES]), forSeconds: figure })),
  kept: strictObject({ messages: storedSize, uploads: storedSize, lists: storedSize }),
  dropped: array(strictObject({ why: oneOf(DROP_REASONS), count: figure })),
  push: optional(
    strictObject({
      state: oneOf(['pending', 'kept', 'failed']),
      host: fallback(pipe(string(), regex(/^[\w.-]{0,100}(:\d{1,5})?$/)), 'other'),
      forSeconds: figure,
    }),
  ),
  locks: array(oneOf(LOCKS)),
  storage: strictObject({ usage: figure, quota: figure, persisted: boolean() }),
  clockAheadMs: fallback(number(), 0),
});
/** Content of the diagnostic file. */
export type Diagnosis = InferOutput<typeof diagnosisShape>;
