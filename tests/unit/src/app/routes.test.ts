import { expect, test } from 'vitest';
import { ROUTES } from '../../../../src/app/routes.ts';
import { EVERY_ROUTE } from '../../../e2e/pages/every-route.ts';

test('the walk without a network (tests/e2e/pages/every-route.spec.ts) leaves no route out', () => {
  const rows = ROUTES.filter(({ path }) => path !== '/preview/ui').map(({ path, offline }) => ({ path, offline }));
  expect(EVERY_ROUTE.map(({ path, offline }) => ({ path, offline })).toSorted(byPath)).toEqual(rows.toSorted(byPath));
});

const byPath = (a: { readonly path: string }, b: { readonly path: string }) => a.path.localeCompare(b.path);
