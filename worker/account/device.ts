import { nanoid } from 'nanoid';
import { config as brand } from '#brand/config.ts';
import { CLIENT_CHANNEL } from '#contract/account/rules.ts';
import type { ClientInfo, DeviceInfo } from '#contract/api/envelope.ts';
import { systemOf } from '#contract/platform.ts';
import type { MeasuredRow } from '../db/away-rows.ts';
import type { AppDb, AppRow } from '../db/schema.ts';

/** Version of the app that every request names, as in package.json (product 7.1). */
export const VERSION_NAME = '0.2.0';

const [major = 0, minor = 0, patch = 0] = VERSION_NAME.split('.').map(Number);
/** The version as a number, sent with every request: major * 10,000 + minor * 100 + patch. */
export const VERSION_CODE = major * 10_000 + minor * 100 + patch;

type DeviceRow = Extract<AppRow, { key: 'device' }>;

/** 43 characters of an alphabet of 64: 258 bits. This secret alone identifies a guest's account. */
const OPEN_ID_LENGTH = 43;

/**
 * Returns this device's row. It is created at first use and survives a sign-out, so that a returning guest gets the
 * same account.
 */
export async function readDevice(app: AppDb): Promise<DeviceRow> {
  return app.transaction('rw', app.state, async () => {
    const row = (await app.state.get('device')) as DeviceRow | undefined;
    if (row) return row;
    const fresh: DeviceRow = {
      key: 'device',
      openId: nanoid(OPEN_ID_LENGTH),
      webUuid: crypto.randomUUID(),
      language: 'en',
      screenWidth: 0,
      screenHeight: 0,
    };
    await app.state.put(fresh);
    return fresh;
  });
}

/** Adds the secret of this device, which proves the ownership of a guest's account, to the page's part of a proof. */
export async function withSecret<Proof extends object>(app: AppDb, proof: Proof) {
  return { ...proof, openId: (await readDevice(app)).openId };
}

/** Returns the platform named in requests and messages: `ios` for Apple devices, otherwise `android` (product 7.1). */
export const platformOf = (userAgent: string): 'ios' | 'android' =>
  ['ios', 'mac'].includes(systemOf({ userAgent })) ? 'ios' : 'android';

/**
 * Returns the device information sent with every request. `isOrder`: includes `fbc`, which is sent only with new
 * orders (product 7.1).
 */
export async function describeDevice(app: AppDb, isOrder = false): Promise<DeviceInfo> {
  const row = await readDevice(app);
  // The row is absent until a consent was first applied; its fields are empty without the consent that each needs.
  const measured = (await app.state.get('measured')) as MeasuredRow | undefined;
  return {
    localLanguage: navigator.language,
    configLanguage: row.language,
    fingerprint: navigator.userAgent.slice(0, 1_024),
    androidId: row.webUuid,
    screenHeight: row.screenHeight,
    screenWidth: row.screenWidth,
    timezoneId: Intl.DateTimeFormat().resolvedOptions().timeZone,
    timezoneOffset: -new Date().getTimezoneOffset(),
    platform: platformOf(navigator.userAgent),
    gaClientId: measured?.gaClientId ?? '',
    deviceModel: measured?.deviceModel ?? '',
    ...(isOrder && measured && measured.fbc !== '' && { fbc: measured.fbc }),
    webUuid: row.webUuid,
    adid: measured?.adid ?? '',
    ...(row.touchPoints !== undefined && { touchPoints: row.touchPoints }),
  };
}

/** Facts about this build, sent with every request (product 7.1). */
export const clientInfo: ClientInfo = {
  channel: CLIENT_CHANNEL,
  pkgName: brand.packageName,
  versionCode: VERSION_CODE,
  versionName: VERSION_NAME,
  host: location.host,
};
