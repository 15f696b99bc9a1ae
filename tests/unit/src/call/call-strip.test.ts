import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { ended } from '../../../gallery/rows/calls.ts';

vi.mock('react-i18next', () => ({ useTranslation: () => ({ t: (key: string) => key }) }));
vi.mock('../../../../src/i18n/format.ts', () => ({ formatClock: (s: number) => `${s} s`, formatNumber: String }));
vi.mock('../../../../src/person/avatar.tsx', () => ({ Avatar: () => null }));

// The strip uses the page's history.
vi.stubGlobal('addEventListener', () => undefined);
const { EndedStrip } = await import('../../../../src/features/calls/call/call-strip.tsx');

const strip = (call: ReturnType<typeof ended>) => renderToStaticMarkup(createElement(EndedStrip, { call }));

test('a call that ended while it was minimised shows its duration and cost, and the way to its receipt', () => {
  const call = ended('hangUp', 754);
  const paid = strip(call);
  expect(paid).toMatch(/754 s · end\.paid \d+/);
  expect(paid).toContain('push:actReceipt');
  expect(strip({ ...call, direction: 'in' })).toContain('end.earned');
  if (!call.receipt) throw new Error('The call has no receipt');
  const free = { ...call, receipt: { ...call.receipt, gems: 0 } };
  expect(strip(free)).toContain('end.nothing');
  expect(strip({ ...free, direction: 'in' })).toMatch(/end\.earned 0/);
  const { receipt, ...unsettled } = call;
  expect(receipt).toBeDefined();
  expect(strip(unsettled)).toContain('end.unsettled');
});
