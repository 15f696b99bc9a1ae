import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, test, vi } from 'vitest';

const core = vi.hoisted(() => ({ send: vi.fn(), declare: vi.fn() }));
vi.mock('../../../../src/core/core.ts', () => ({ core, userActions: core, declare: core.declare }));
vi.mock('../../../../src/core/tab.ts', () => ({ tabId: 'tab' }));
vi.mock('../../../../src/i18n/errors.ts', () => ({ explain: () => 'no' }));
const page = Object.assign(new EventTarget(), { visibilityState: 'visible', hasFocus: () => true });
const window = new EventTarget();
vi.stubGlobal('document', page);
vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window));
const { sendFromBox } = await import('../../../../src/messages/sending.ts');
const { watchWhileVisible } = await import('../../../../src/messages/use-watched.ts');

const refused = { ok: false, error: { code: 'offline' } };

/** An input that the user edits while the message is being sent. */
async function send(result: unknown, typedMeanwhile: string): Promise<string> {
  const answer = Promise.withResolvers<unknown>();
  core.send.mockReturnValue(answer.promise);
  let text = 'first';
  const write = (next: string) => {
    text = next;
  };
  const sent = sendFromBox('u_7', text, { typed: () => text, write });
  expect(text).toBe('');
  text = typedMeanwhile;
  answer.resolve(result);
  await sent;
  return text;
}

test('a refused message returns to the input and keeps newer typed text', async () => {
  expect(await send(refused, '')).toBe('first');
  expect(await send(refused, 'second')).toBe('first\nsecond');
  expect(await send({ ok: true, value: { mid: 'm' } }, 'second')).toBe('second');
});

const look = (visibilityState: string, focused: boolean) =>
  Object.assign(page, { visibilityState, hasFocus: () => focused });
const told = () => core.declare.mock.calls.map(([, , tid]) => tid);

beforeEach(() => {
  core.declare.mockClear();
  look('visible', true);
});

test('a conversation counts as read only while the user views it', () => {
  look('hidden', false);
  const end = watchWhileVisible('u_7');
  expect(told()).toEqual([]);
  look('visible', true);
  page.dispatchEvent(new Event('visibilitychange'));
  expect(told()).toEqual(['u_7']);
  look('visible', false);
  window.dispatchEvent(new Event('blur'));
  expect(told()).toEqual(['u_7', null]);
  look('visible', true);
  window.dispatchEvent(new Event('focus'));
  end();
  window.dispatchEvent(new Event('focus'));
  expect(told()).toEqual(['u_7', null, 'u_7', null]);
});

test('only one module sends texts, and only one reports the viewed conversation', () => {
  const src = fileURLToPath(new URL('../../../../src/', import.meta.url));
  const users = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter(
      (name) =>
        /\.tsx?$/.test(name) &&
        /userActions\.send\([^)]*kind: 'text'|\bdeclare\('watchThread'/.test(readFileSync(src + name, 'utf8')),
    )
    .toSorted();
  expect(users).toEqual(['messages/sending.ts', 'messages/use-watched.ts']);
});
