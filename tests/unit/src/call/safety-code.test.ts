import { expect, test } from 'vitest';
import { fingerprintsOf, SAFETY_EMOJI, safetyCode } from '../../../../src/features/calls/call/media/safety-code.ts';

const sdpOf = (...fingerprints: readonly string[]) =>
  ['v=0', ...fingerprints.map((each) => `a=fingerprint:${each}`), 'a=setup:actpass', ''].join('\r\n');
const [ANNA, BEN, EVE] = ['sha-256 AA:01', 'sha-256 BB:02', 'sha-256 EE:03'] as const;

test('both sides of a call have the same safety code, whatever the form of the descriptions', async () => {
  const code = await safetyCode(sdpOf(ANNA), sdpOf(BEN));
  expect(code).toHaveLength(4);
  expect(await safetyCode(sdpOf('SHA-256 bb:02', BEN), sdpOf(ANNA, ANNA))).toEqual(code);
});

test('the safety codes differ when someone between the two sides has an own certificate', async () => {
  const [one, other] = [await safetyCode(sdpOf(ANNA), sdpOf(EVE)), await safetyCode(sdpOf(EVE), sdpOf(BEN))];
  expect(one).not.toEqual(other);
});

test('a second fingerprint in a description changes the safety code', async () => {
  expect(await safetyCode(sdpOf(ANNA, EVE), sdpOf(BEN))).not.toEqual(await safetyCode(sdpOf(ANNA), sdpOf(BEN)));
});

test('there is no safety code while a description has no fingerprint', async () => {
  expect(fingerprintsOf(sdpOf())).toEqual([]);
  expect(await safetyCode(sdpOf(ANNA), '')).toBeUndefined();
});

test('each byte has an emoji of its own, drawn in colour', () => {
  expect(SAFETY_EMOJI).toHaveLength(256);
  expect(new Set(SAFETY_EMOJI).size).toBe(256);
  expect(SAFETY_EMOJI.filter((each) => !/^\p{Emoji_Presentation}$/u.test(each))).toEqual([]);
});
