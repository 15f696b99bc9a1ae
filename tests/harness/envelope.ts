import { nanoid } from 'nanoid';
import type { DeviceInfo } from '../../contract/api/envelope.ts';
import { type EndpointName, endpoints } from '../../contract/endpoints.ts';
import type { User } from './api.ts';

/** The common request body of product 7.1. */
export const envelope = (data: unknown, user?: User, device = 'device-1') => ({
  deviceInfo: {
    localLanguage: 'en',
    configLanguage: 'en',
    fingerprint: 'test',
    androidId: device,
    screenHeight: 800,
    screenWidth: 600,
    timezoneId: 'UTC',
    timezoneOffset: 0,
    platform: 'android',
    webUuid: 'web',
  } satisfies Partial<DeviceInfo>,
  clientInfo: { channel: 'B1', pkgName: 'test', versionCode: 1, versionName: '1', host: 'localhost' },
  userInfo: user === undefined ? null : { id: user.id, jid: user.jid, vcToken: user.vcToken, role: user.role },
  data,
});

/** A new Idempotency-Key if the endpoint is a change; otherwise undefined. */
export const newOperationOf = (name: EndpointName): string | undefined =>
  endpoints[name].effect === 'change' ? nanoid() : undefined;
