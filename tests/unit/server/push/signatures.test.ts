import { importJWK, jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import webPush from 'web-push';
import { DAY_MS, HOUR_MS } from '../../../../contract/durations.ts';
import type { PushKey } from '../../../../server/domains/push/keys.ts';
import { createSignatures } from '../../../../server/domains/push/signatures.ts';

const GOOGLE = 'https://fcm.googleapis.com/fcm/send/one';
const APPLE = 'https://web.push.apple.com/one';
const newKey = (): PushKey => ({ ...webPush.generateVAPIDKeys(), createdAt: 0 });

function signing() {
  const world = { now: Date.now() };
  return { world, ...createSignatures('mailto:us@example.com', () => world.now) };
}

/** The signature as a push service reads it: key, audience, subject and expiry. */
async function read(header: Promise<string>) {
  const [, jwt = '', key = ''] = /^vapid t=([^,]+), k=([\w-]+)$/.exec(await header) ?? [];
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const { payload } = await jwtVerify(
    jwt,
    await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256'),
  );
  return { key, ...payload };
}

test('one signature is reused for all pushes to a service, and the service accepts it', async () => {
  const { headerFor, world } = signing();
  const key = newKey();
  const header = headerFor(GOOGLE, key);
  expect(headerFor('https://fcm.googleapis.com/fcm/send/two', key)).toBe(header);
  expect(await read(header)).toEqual({
    key: key.publicKey,
    aud: 'https://fcm.googleapis.com',
    sub: 'mailto:us@example.com',
    exp: Math.floor((world.now + 12 * HOUR_MS) / 1_000),
  });
});

test('a signature has the time of the server when the clock of the machine is days behind', async () => {
  const { headerFor, world } = signing();
  world.now += 3 * DAY_MS;
  const exp = Math.floor((world.now + 12 * HOUR_MS) / 1_000);
  expect(await read(headerFor(GOOGLE, newKey()))).toMatchObject({ exp });
});

test('another service or another key has a separate signature', async () => {
  const { headerFor } = signing();
  const [key, next] = [newKey(), newKey()];
  headerFor(GOOGLE, key);
  expect(await read(headerFor(APPLE, key))).toMatchObject({ aud: 'https://web.push.apple.com' });
  expect(await read(headerFor(GOOGLE, next))).toMatchObject({ key: next.publicKey });
  expect(await read(headerFor(GOOGLE, key))).toMatchObject({ key: key.publicKey, aud: 'https://fcm.googleapis.com' });
});

test('a signature is renewed an hour before it expires', () => {
  const { headerFor, world } = signing();
  const key = newKey();
  const header = headerFor(GOOGLE, key);
  world.now += 11 * HOUR_MS - 1;
  expect(headerFor(GOOGLE, key)).toBe(header);
  world.now += 1;
  expect(headerFor(GOOGLE, key)).not.toBe(header);
});

test('a signature that a service refused is not used again', () => {
  const { headerFor, forget } = signing();
  const key = newKey();
  const [google, apple] = [headerFor(GOOGLE, key), headerFor(APPLE, key)];
  forget(GOOGLE, key);
  expect(headerFor(GOOGLE, key)).not.toBe(google);
  expect(headerFor(APPLE, key)).toBe(apple);
});

test('host names chosen by devices do not fill the memory: the oldest of 257 is evicted', () => {
  const { headerFor } = signing();
  const key = newKey();
  const at = (n: number) => headerFor(`https://n${n}.push.services.mozilla.com/wpush/x`, key);
  const first = at(0);
  for (let n = 1; n <= 255; n += 1) at(n);
  expect(at(0)).toBe(first);
  at(256);
  expect(at(0)).not.toBe(first);
});
