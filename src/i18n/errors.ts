import i18next from 'i18next';
import { CALL_ERRORS, type CallError, type CallReason } from '#contract/calls/calls.ts';
import type { AppError, ErrorCode } from '#contract/result.ts';
import type { DeviceFault } from '../media/devices.ts';

/** Translation key of the sentence for each error code; a code without one does not compile. */
const KEYS = {
  offline: 'errors:offline',
  timeout: 'errors:timeout',
  cancelled: 'errors:cancelled',
  unauthorized: 'errors:unauthorized',
  'wrong-credentials': 'errors:wrong-credentials',
  'wrong-password': 'errors:wrong-password',
  'wrong-code': 'errors:wrong-code',
  'passkey-refused': 'errors:passkey-refused',
  'password-length': 'errors:password-length',
  'password-common': 'errors:password-common',
  age: 'errors:age',
  underage: 'errors:underage',
  closing: 'errors:closing',
  'not-closable': 'errors:not-closable',
  'device-taken': 'errors:device-taken',
  'google-refused': 'errors:google-refused',
  'need-login': 'errors:need-login',
  'other-account': 'errors:other-account',
  'invalid-token': 'errors:invalid-token',
  'bad-request': 'errors:bad-request',
  'not-found': 'errors:not-found',
  'favourites-full': 'errors:favourites-full',
  forbidden: 'errors:forbidden',
  conflict: 'errors:conflict',
  'rate-limited': 'errors:rate-limited',
  'server-error': 'errors:server-error',
  'message-empty': 'errors:message-empty',
  'message-unreadable': 'errors:message-unreadable',
  'message-too-long': 'errors:message-too-long',
  'core-lost': 'errors:core-lost',
  'stale-build': 'errors:stale-build',
  'storage-full': 'errors:storage-full',
  'storage-broken': 'errors:storage-broken',
  'storage-missing': 'errors:storage-missing',
  call: 'call:reason.SessionFail',
  gift: 'errors:gift',
  'gems-insufficient': 'call:reason.gemsInsufficient',
  'price-changed': 'errors:price-changed',
  'spend-limit': 'errors:spend-limit',
  booking: 'errors:booking.changed',
  'not-refundable': 'errors:not-refundable',
  'too-many-orders': 'errors:too-many-orders',
  claimed: 'errors:claimed',
  'channel-closed': 'errors:channel-closed',
  'not-sold': 'errors:not-sold',
  locked: 'errors:locked',
  'gateway-down': 'errors:gateway-down',
  gone: 'errors:not-found',
  'upload-type': 'errors:upload-type',
  'upload-too-large': 'errors:upload-too-large',
  'upload-dimensions': 'errors:upload-dimensions',
  'upload-too-long': 'errors:upload-too-long',
  'upload-heic': 'errors:upload-heic',
  'upload-unreadable': 'errors:upload-unreadable',
  'upload-gone': 'errors:upload-gone',
  'upload-disguised': 'errors:upload-disguised',
  'upload-quota': 'errors:upload-quota',
  'upload-no-room': 'errors:upload-no-room',
  'upload-refused': 'errors:upload-refused',
} as const satisfies Record<ErrorCode, string>;

/** Whether the device itself has no network. Otherwise a failed connection means that the server cannot be reached. */
const isDeviceOffline = (): boolean => navigator.onLine === false;

/** Returns the sentence for a command's error with its remedy, in the current language, for toasts and notes. */
export function explain(error: AppError): string {
  const isUnconnected = error.code === 'offline' || (error.code === 'call' && error.detail === CALL_ERRORS.connection);
  if (isUnconnected && !isDeviceOffline()) return i18next.t('errors:unreachable');
  if (error.code === 'booking') return i18next.t(`errors:booking.${error.reason}`);
  return error.code === 'call' ? explainCall(error.detail) : explainCode(error.code);
}
/** Returns the sentence of an error code, where no error object exists. */
export const explainCode = (code: ErrorCode): string => i18next.t(KEYS[code]);

/** Translation key of the sentence for each reason and each error of a call (product 8.2). */
const CALL_KEYS = {
  timeOut: 'call:reason.timeOut',
  SessionFail: 'call:reason.SessionFail',
  callInSessionFail: 'call:reason.callInSessionFail',
  'sdp fail': 'call:reason.sdpFail',
  invitationError: 'call:reason.invitationError',
  cancel: 'call:reason.cancel',
  'Gems insufficient': 'call:reason.gemsInsufficient',
  'sendSession Unknown error': 'call:reason.unknownSession',
  sidNonExistent: 'call:reason.sidNonExistent',
  'unknown reason': 'call:reason.unknown',
  'no sid': 'call:reason.noSid',
  hangUp: 'call:reason.hangUp',
  decline: 'call:reason.decline',
  busy: 'call:reason.busy',
  offline: 'call:reason.offline',
  notTaking: 'call:reason.notTaking',
  blocked: 'call:reason.blocked',
  noAllowance: 'call:reason.noAllowance',
  silverInsufficient: 'call:reason.silverInsufficient',
  answeredElsewhere: 'call:reason.answeredElsewhere',
  gemsOut: 'call:reason.gemsOut',
  spendLimit: 'call:reason.spendLimit',
  moneyLocked: 'errors:locked',
  priceChanged: 'errors:price-changed',
  freeTimeOver: 'call:reason.freeTimeOver',
  bookedTimeOver: 'call:reason.bookedTimeOver',
  contentCheck: 'call:reason.contentCheck',
  heartbeatLost: 'call:reason.heartbeatLost',
  mediaFail: 'call:reason.mediaFail',
  mediaDenied: 'call:reason.mediaDenied',
  noCodec: 'call:reason.noCodec',
  ownerGone: 'call:reason.ownerGone',
  revoked: 'call:reason.revoked',
  'null jid': 'call:reason.nullJid',
  'no call inside main user': 'call:reason.noUser',
  'xmpp not connected': 'call:reason.notConnected',
  'one call allowed once': 'call:reason.oneCall',
  'requestClubCallTimes data is null': 'call:reason.noClub',
} as const satisfies Record<CallReason | CallError, string>;

const isCallKey = (detail: string): detail is keyof typeof CALL_KEYS => Object.hasOwn(CALL_KEYS, detail);
/**
 * Returns the sentence for the reason code with which a call ended or failed, in the current language; a generic one for an unknown code.
 */
export const explainCall = (detail: string): string =>
  i18next.t(isCallKey(detail) ? CALL_KEYS[detail] : CALL_KEYS['unknown reason']);
/**
 * Returns the sentence why a call ended. An answered call that ended with `timeOut` got no picture in time, so it has the sentence of
 * `mediaFail`.
 */
export const explainEnd = ({ reason, answered }: { readonly reason: string; readonly answered: boolean }): string =>
  explainCall(reason === 'timeOut' && answered ? 'mediaFail' : reason);

/** Returns why a camera or microphone could not be opened, with its remedy. */
export const explainDevice = (device: 'camera' | 'microphone', fault: DeviceFault): string =>
  i18next.t(`preflight:${device}.${fault}`);
/** Returns why a call could open neither camera nor microphone, with the remedy. */
export const explainNoDevice = (fault: DeviceFault): string =>
  fault === 'denied' ? explainCall('mediaDenied') : i18next.t(`call:device.${fault}`);
