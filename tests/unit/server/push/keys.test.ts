import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DAY_MS } from '../../../../contract/durations.ts';
import { makePushKeys, openPushKeys, pushKeysFile, rotatePushKeys } from '../../../../server/domains/push/keys.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';

const log = { warn: () => undefined } as never;

test('the keys are generated once, readable only by the file owner, and a concurrent second process uses the first keys', () => {
  const file = pushKeysFile(join(temporaryFolder('keys'), 'data'));
  const first = makePushKeys(file, 1);
  expect(makePushKeys(file, 2)).toEqual(first);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(file, '..'))).toEqual(['push-keys.json']);
});

test('a rotated key is valid for 90 days after its successor, and the rotation after that deletes it from the file', () => {
  let now = 0;
  const file = pushKeysFile(temporaryFolder('keys'));
  const [older] = makePushKeys(file, now);
  const held = openPushKeys(file, log, () => now);
  now = 10 * DAY_MS;
  const newer = rotatePushKeys(file, now);
  // An unknown key is loaded at once.
  expect(held.find(newer.publicKey)).toEqual(newer);
  expect(held.current()).toEqual(newer);
  expect(held.find(older?.publicKey ?? '')).toEqual(older);
  now += 90 * DAY_MS - 1;
  expect(held.find(older?.publicKey ?? '')).toEqual(older);
  now += 1;
  expect(held.find(older?.publicKey ?? '')).toBeUndefined();
  rotatePushKeys(file, now);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveLength(2);
  held.close();
});

test('a key file that becomes invalid later changes nothing, and one that is invalid at the start is reported', () => {
  const file = pushKeysFile(temporaryFolder('keys'));
  const held = openPushKeys(file, log);
  const current = held.current();
  writeFileSync(file, '[');
  expect(held.find('unknown')).toBeUndefined();
  expect(held.current()).toEqual(current);
  expect(() => makePushKeys(file, 0)).toThrow();
  expect(existsSync(file)).toBe(true);
  held.close();
});
