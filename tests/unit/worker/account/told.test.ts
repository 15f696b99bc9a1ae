import { expect, test } from 'vitest';
import { writeHeadline } from '#contract/chat/message.ts';
import type { Payload } from '#contract/chat/payload.ts';
import { PAYLOADS } from '../../../harness/payload-samples.ts';
import { archived, carbon, HOST, ME, read, self } from '../support/stanzas.ts';

const refresh = (from: string) =>
  writeHeadline({
    ...{ id: 'r1', from, to: ME, thread: '', os: '', pkgName: '', nick: '', textAction: '' },
    payload: { kind: 'attribution_refresh' },
  });

test('only the official service asks for the attribution, live', () => {
  expect(read(refresh(self.services.official))).toEqual({ kind: 'other', refresh: 'r1' });
  for (const from of [HOST, self.services.hub, self.services.gift, self.services.gate]) {
    expect(read(refresh(from))).not.toHaveProperty('refresh');
  }
  for (const wrapped of [
    archived(refresh(self.services.official)),
    carbon('received', refresh(self.services.official)),
  ])
    expect(read(wrapped)).not.toHaveProperty('refresh');
});

test('maintenance is read from the official service alone', () => {
  const told = (from: string) =>
    read(
      writeHeadline({
        ...{ id: 'm-1.soon', from, to: ME, thread: '', os: '', pkgName: '', nick: '', textAction: '' },
        payload: PAYLOADS.maintenance[0] as Payload,
      }),
    );
  expect(told(self.services.official)).toMatchObject({ kind: 'message', payload: { kind: 'maintenance' } });
  for (const from of [HOST, self.services.hub, self.services.gate, self.services.gift]) {
    expect(told(from)).not.toHaveProperty('payload');
  }
});
