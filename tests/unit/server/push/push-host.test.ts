import { expect, test } from 'vitest';
import { readEndpoint } from '../../../../server/domains/push/push-host.ts';
import { BAD_ENDPOINTS } from '../../../harness/hostile/bad-endpoints.ts';

const GOOD = [
  'https://fcm.googleapis.com/fcm/send/dBv:APA91bH_x-y',
  'https://fcm.googleapis.com/wp/dBv:APA91bH',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAAAABk',
  'https://eu.push.services.mozilla.com/wpush/v1/gAAAAABk',
  'https://web.push.apple.com/QGuQyavXutnMH',
  'https://eu1.push.apple.com/QGuQ',
  'https://db5p.notify.windows.com/w/?token=BQYAAAD%2bx%3d%3d',
];

test.each(GOOD)('%s is an address of a push service', (endpoint) => {
  expect(readEndpoint(endpoint, [])?.href).toBe(endpoint);
});

test('any other address gets no request', () => {
  expect(BAD_ENDPOINTS.length).toBeGreaterThanOrEqual(60);
  expect(BAD_ENDPOINTS.filter((endpoint) => readEndpoint(endpoint, []) !== undefined)).toEqual([]);
});

test('an origin of the configuration is allowed only as an exact match', () => {
  const origins = ['http://127.0.0.1:4700'];
  expect(readEndpoint('http://127.0.0.1:4700/push/1', origins)).toBeDefined();
  for (const endpoint of ['http://127.0.0.1:4701/push/1', 'https://127.0.0.1:4700/1', 'http://a@127.0.0.1:4700/1']) {
    expect(readEndpoint(endpoint, origins)).toBeUndefined();
  }
});
