import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import {
  clientInfo,
  describeDevice,
  platformOf,
  VERSION_CODE,
  VERSION_NAME,
} from '../../../../worker/account/device.ts';
import { freshApp } from '../support/databases.ts';

vi.hoisted(() => void vi.stubGlobal('location', { host: 'test' }));

test('requests name the version of the package', () => {
  const { version } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'));
  expect(VERSION_NAME).toBe(version);
  expect(VERSION_CODE).toBeGreaterThan(0);
});

test('requests name the device and the build', async () => {
  vi.stubGlobal('navigator', { language: 'de-AT', userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' });
  const app = freshApp();
  const device = await describeDevice(app);
  expect(device).toEqual({
    localLanguage: 'de-AT',
    configLanguage: 'en',
    fingerprint: 'Mozilla/5.0 (X11; Linux x86_64)',
    androidId: device.webUuid,
    screenHeight: 0,
    screenWidth: 0,
    timezoneId: Intl.DateTimeFormat().resolvedOptions().timeZone,
    timezoneOffset: -new Date().getTimezoneOffset(),
    platform: 'android',
    gaClientId: '',
    deviceModel: '',
    webUuid: expect.stringMatching(/^[\da-f-]{36}$/),
    adid: '',
  });
  expect(await describeDevice(app)).toEqual(device);
  const { pkgName, ...build } = clientInfo;
  expect(pkgName).toMatch(/^[a-z]+(\.[a-z]+)+$/);
  expect(build).toEqual({ channel: 'B1', versionCode: VERSION_CODE, versionName: VERSION_NAME, host: 'test' });
});

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 'ios'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 'ios'],
  ['Mozilla/5.0 (Linux; Android 16; Pixel 9)', 'android'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'android'],
])('the platform of a request by %s is %s', (userAgent, platform) => {
  expect(platformOf(userAgent)).toBe(platform);
});
