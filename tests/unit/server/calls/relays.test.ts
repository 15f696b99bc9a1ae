import { expect, test } from 'vitest';
import { relaysFor, testOf } from '../../../../server/domains/calls/relays.ts';

const settings = { turnUrls: ['turn:relay.test'], turnSecret: 'secret', stunUrls: [], relayOnly: false };
const nameOf = (uid: number, now: number) => {
  const [relay] = relaysFor(settings, testOf(settings, uid, now)).servers;
  return relay?.username?.split(':')[1];
};

test("an account has one relay user name, so that the relay's quota applies, and the name does not reveal the account", () => {
  expect(nameOf(9_001, 1_000)).toBe(nameOf(9_001, 90_000_000));
  expect(nameOf(9_001, 1_000)).not.toBe(nameOf(9_002, 1_000));
  expect(nameOf(9_001, 1_000)).not.toContain('9001');
});
