import { expect, test } from 'vitest';
import type { Signal } from '#contract/calls/calls.ts';
import { CALL_SIGNALS_CHANNEL, type SignalNews } from '#contract/calls/signal-channel.ts';
import { createHubLine } from '../../../../worker/calls/hub-line.ts';
import { createSignals } from '../../../../worker/calls/signals.ts';
import { freshApp } from '../support/databases.ts';
import { SID } from '../support/hub.ts';

const candidate = (n: number): Signal => ({
  kind: 'candidate',
  generation: 0,
  candidate: `candidate:${n}`,
  sdpMid: '0',
  sdpMLineIndex: 0,
});
const numbers = (rows: readonly { readonly signal: Signal }[]) =>
  rows.map(({ signal }) => (signal.kind === 'candidate' ? signal.candidate : signal.kind));

function signals() {
  const app = freshApp();
  const made = createSignals(app, createHubLine());
  const read = async () => numbers(await app.callSignals.toArray());
  return { ...made, app, read };
}

test('a burst of signals is stored in order of arrival', async () => {
  const { put, read } = signals();
  await Promise.all(Array.from({ length: 30 }, (_, n) => put(SID, [candidate(n)])));
  expect(await read()).toEqual(Array.from({ length: 30 }, (_, n) => `candidate:${n}`));
});

test('an endlessly sending peer does not fill the disk, because only the first 400 signals are stored', async () => {
  const { put, read } = signals();
  await Promise.all(Array.from({ length: 390 }, (_, n) => put(SID, [candidate(n)])));
  await Promise.all(Array.from({ length: 60 }, (_, n) => put(SID, [candidate(390 + n)])));
  const kept = await read();
  expect([kept.length, kept.at(-1)]).toEqual([400, 'candidate:399']);
});

test('signals of an ended call are not stored for the next one', async () => {
  const { put, clear, read } = signals();
  const writing = [put(SID, [candidate(1)]), put(SID, [candidate(2)])];
  clear();
  await Promise.all([...writing, put(SID, [candidate(3)])]);
  expect(await read()).toEqual(['candidate:3']);
});

test('signals applied by the page are deleted, and no later ones', async () => {
  const { put, pending, forget, read } = signals();
  await put(SID, [candidate(1), candidate(2), candidate(3)]);
  const [, second] = pending(SID);
  await forget(second?.id ?? 0);
  expect(await read()).toEqual(['candidate:3']);
  expect(numbers(pending(SID))).toEqual(['candidate:3']);
});

test('the page gets signals before they are written, under their row numbers', async () => {
  const page = new BroadcastChannel(CALL_SIGNALS_CHANNEL);
  const told = new Promise<SignalNews>((resolve) => {
    page.onmessage = ({ data }) => resolve(data);
  });
  const { app, put, pending } = signals();
  const writing = put(SID, [candidate(1), candidate(2)]);
  expect(await app.callSignals.count()).toBe(0);
  const { sid, signals: news } = await told;
  page.close();
  await writing;
  expect({ sid, news }).toEqual({ sid: SID, news: pending(SID) });
  expect((await app.callSignals.toArray()).map(({ id }) => id)).toEqual(news.map(({ id }) => id));
});

test('a later worker takes over signals that the page has not applied, and continues the numbering', async () => {
  const { app, put } = signals();
  await put(SID, [candidate(1)]);
  const later = createSignals(app, createHubLine());
  await later.restore();
  await later.put(SID, [candidate(2)]);
  expect(numbers(later.pending(SID))).toEqual(['candidate:1', 'candidate:2']);
  expect(later.pending('another')).toEqual([]);
});
