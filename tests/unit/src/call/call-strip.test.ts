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

const strip = (...change: Parameters<typeof ended>) =>
  renderToStaticMarkup(createElement(EndedStrip, { call: ended(...change) }));

test('a call that ended while it was minimised shows its duration and cost, and the way to its receipt', () => {
  const paid = strip('hangUp', 754);
  expect(paid).toMatch(/754 s · end\.paid \d+/);
  expect(paid).toContain('push:actReceipt');
  expect(strip('hangUp', 754, { direction: 'in' })).toContain('end.earned');
  expect(strip('hangUp', 754, { receipt: undefined })).toContain('end.unsettled');
});
