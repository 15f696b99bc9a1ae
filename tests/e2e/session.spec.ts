import { expect } from 'playwright/test';
import { evaluateInWorker, findWorker, killWorker } from '../harness/load/workers.ts';
import { signIn, signInByForm, test } from './base.ts';

test('a user signs in and sees the list of conversations', { tag: '@phone' }, async ({ page }) => {
  await signInByForm(page, 100001);
  await expect(page).toHaveTitle(/gemcall/);
});

test('the core runs in one shared worker and is started again when it is killed', { tag: '@desk' }, async ({
  page,
  context,
}) => {
  await signIn(page, 100001);
  const core = await findWorker(context);
  expect(await evaluateInWorker(context, core, 'self instanceof SharedWorkerGlobalScope')).toBe(true);
  await killWorker(context, core);
  const next = await findWorker(context, { not: [core.targetId] });
  expect(next.url).toBe(core.url);
});
