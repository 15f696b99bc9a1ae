import { expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { readAnswer } from '../../../../worker/api/client.ts';
import { apiAgainst } from '../support/http.ts';

/** The outcome of an exchange with our server. */
const answered = (status: number, { msg = '', data = undefined as unknown }) => {
  const answer = { status, isSuccess: false, msg, data, body: {} };
  return { kind: 'answer', answer, retryAfterMs: 0, serverTime: 0, sentAt: 0, receivedAt: 0 } as const;
};

test('a refusal of Google is distinguished from a wrong password and from an invalid token', () => {
  const refused = (msg: string, data?: object) => readAnswer(endpoints.login, answered(401, { msg, data }));
  expect(refused('wrong credentials')).toMatchObject({ error: { code: 'wrong-credentials' } });
  expect(refused('invalid token')).toMatchObject({ error: { code: 'invalid-token' } });
  expect(refused('google refused the credential', { code: 'google-refused' })).toMatchObject({
    error: { code: 'google-refused' },
  });
});

test("the backend's text of a failure is logged; a call without an answer logs none", async () => {
  const { api, logged } = await apiAgainst([{ status: 404, body: '{"result":404,"msg":"not found"}' }, 'reset']);
  await api.call('account', { action: 1 });
  await api.call('account', { action: 1 });
  expect(logged).toEqual(['/api/account_service/account: not found']);
});
