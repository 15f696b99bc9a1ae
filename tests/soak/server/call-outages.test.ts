import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { HOUR_MS } from '../../../contract/durations.ts';
import { playOutages } from '../../harness/calls/call-billing.ts';
import { OUTAGE_STEPS } from '../../harness/calls/call-outages.ts';
import { type CallServer, startCalls } from '../../harness/calls/calls.ts';
import { report } from './size.ts';

const CALLS = 2_000;

let at: CallServer;
beforeAll(async () => {
  at = await startCalls(inject('postgresUrl'));
});
afterAll(() => at?.close());

test(`no gem is paid for unseen time in ${CALLS} calls with an outage of the server`, {
  timeout: HOUR_MS,
}, async () => {
  const played = await playOutages(at, CALLS);
  report('calls with an outage', { ...played, 'gems for unseen time': 0 });
  expect(Object.keys(played)).toEqual(expect.arrayContaining([...OUTAGE_STEPS]));
  expect(await at.audit()).toEqual([]);
});
