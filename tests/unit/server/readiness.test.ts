import { expect, test } from 'vitest';
import { logReadiness } from '../../../server/platform/process/readiness.ts';
import { watchDelivery } from '../../../server/platform/services/watch-delivery.ts';

test('each change of the readiness is logged once, with its cause', async () => {
  const lines: [object, string][] = [];
  const add = (fields: object, event: string) => void lines.push([fields, event]);
  let missing: readonly string[] = [];
  let warnings: readonly string[] = [];
  let isEnding = false;
  const readiness = { missing: async () => missing, warnings: () => warnings, isEnding: () => isEnding };
  const job = logReadiness(readiness, { info: add, warn: add });
  const { signal } = new AbortController();
  const run = async (found: readonly string[]) => {
    missing = found;
    await job.run(signal);
    await job.run(signal);
  };
  await run([]);
  await run(['the database is read-only']);
  await run(['the database is read-only', 'no process runs the shared jobs']);
  await run([]);
  warnings = ['the clock was set back'];
  await run([]);
  isEnding = true;
  await run(['this process is ending']);
  expect(lines).toEqual([
    [{ missing: ['the database is read-only'], warnings: [] }, 'not ready'],
    [{ missing: ['the database is read-only', 'no process runs the shared jobs'], warnings: [] }, 'not ready'],
    [{}, 'ready again'],
    [{ warnings: ['the clock was set back'] }, 'ready with warnings'],
  ]);
});

test('a message of the delivery check that is lost or late is no failure before the patience has passed', async () => {
  let time = 0;
  const sent: string[] = [];
  const watch = watchDelivery((id) => sent.push(id) > 0, { answerMs: 1, patienceMs: 3_000, now: () => time });
  expect(await watch.lacks()).toBeUndefined();
  time = 2_999;
  expect(await watch.lacks()).toBeUndefined();
  time = 3_000;
  expect(await watch.lacks()).toBe('the XMPP server does not deliver messages');
  const answered = watch.lacks();
  expect(watch.onMessage(sent.at(-1))).toBe(true);
  expect(await answered).toBeUndefined();
  time = 9_000;
  expect(await watch.lacks()).toBeUndefined();
  expect([watch.onMessage(sent[0]), watch.onMessage('other'), watch.onMessage(undefined)]).toEqual([
    true,
    false,
    false,
  ]);
});
