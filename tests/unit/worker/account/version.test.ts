import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { VERSION_CODE, VERSION_NAME } from '../../../../worker/account/device.ts';

vi.hoisted(() => void vi.stubGlobal('location', { host: 'test' }));

test('requests name the version of the package', () => {
  const { version } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'));
  expect(VERSION_NAME).toBe(version);
  expect(VERSION_CODE).toBeGreaterThan(0);
});
