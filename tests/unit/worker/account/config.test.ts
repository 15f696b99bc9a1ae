import { expect, test } from 'vitest';
import type { EndpointName } from '#contract/endpoints.ts';
import { refreshConfig } from '../../../../worker/account/config.ts';
import { serverOf, signedIn } from '../support/people.ts';

const websiteConfig = { googleClientId: '', demo: false, appDownloadInfo: {}, pushKey: 'k', silverInfoConf: {} };

/** The stored config, and the requests of its fetch in their order. */
async function fetched(answers: Partial<Record<EndpointName, () => unknown>>) {
  const { app } = await signedIn();
  const { api, asked } = serverOf(answers);
  const result = await refreshConfig(app, api);
  return { ok: result.ok, config: await app.state.get('config'), asked: asked.map(([name]) => name) };
}

test('the maintenance status is asked for before the website config', async () => {
  const answers = { maintenanceStatus: () => ({ maintananceStatus: 0 }), websiteConfig: () => websiteConfig };
  expect(await fetched(answers)).toMatchObject({
    ok: true,
    config: { maintenance: false, pushKey: 'k' },
    asked: ['maintenanceStatus', 'websiteConfig'],
  });
});

test.each([
  [0, false],
  [1, false],
  [2, true],
  [3, false],
])('the maintenance status %i means %s', async (maintananceStatus, maintenance) => {
  const answers = { maintenanceStatus: () => ({ maintananceStatus }), websiteConfig: () => websiteConfig };
  expect((await fetched(answers)).config).toMatchObject({ maintenance });
});

test('the website config is not asked for when the maintenance status has no answer', async () => {
  expect(await fetched({ websiteConfig: () => websiteConfig })).toEqual({
    ok: false,
    config: undefined,
    asked: ['maintenanceStatus'],
  });
});
