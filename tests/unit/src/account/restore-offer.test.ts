import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { RestoreOffer } from '../../../../src/features/account/login/restore-offer.tsx';

vi.mock('react-i18next', () => ({
  useTranslation: () => ({ t: (key: string, values?: { date: string }) => `${key} ${values?.date ?? ''}`.trim() }),
}));
vi.mock('../../../../src/i18n/format.ts', () => ({ formatDate: (at: number) => new Date(at).toISOString() }));

const NOW = Date.UTC(2026, 10, 30);
const offered = (until: number) =>
  />([^<]*)<\/p>/.exec(
    renderToStaticMarkup(createElement(RestoreOffer, { until, busy: false, onRestore: () => undefined })),
  )?.[1];

test('an account to be restored has no date of its deletion when the deletion is overdue', () => {
  vi.spyOn(Date, 'now').mockReturnValue(NOW);
  expect(offered(NOW + 1)).toBe('closing 2026-11-30T00:00:00.001Z');
  expect(offered(NOW)).toBe('errors:closing');
});
