import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { measureMinute } from '../../harness/calls/call-minutes.ts';
import { type CallServer, startCalls } from '../../harness/calls/calls.ts';
import { report, sized } from './size.ts';

/** A call alone: both sides' beats of each 5 s are written in one transaction of four statements, and the start of a minute takes eight. */
const ALONE_MAX = 4 * 12 + 8;
/** Ten calls share most of these transactions. */
const AMONG_MAX = 30;

let at: CallServer;
beforeAll(async () => {
  at = await startCalls(inject('postgresUrl'));
});
afterAll(() => at?.close());

test('a call minute takes fewer statements when many calls run than alone', { timeout: 600_000 }, async () => {
  const { statements: alone } = await measureMinute(at, 1);
  const { statements: ten } = await measureMinute(at, 10);
  const { statements: many } = await measureMinute(at, sized(100, 1_000));
  const shown = { alone, 'among 10': ten, 'among many': many, 'a second': (ten / 60).toFixed(2) };
  report('statements of a call-minute', shown);
  expect(alone).toBeLessThanOrEqual(ALONE_MAX);
  expect(ten).toBeLessThanOrEqual(AMONG_MAX);
  expect(ten).toBeLessThan(alone);
  expect(many).toBeLessThanOrEqual(ten);
  expect(await at.audit()).toEqual([]);
});
