import { expect, test, vi } from 'vitest';
import type { MessageRow } from '#db/schema.ts';
import type { MessageActions } from '../../../../src/messages/message-actions.ts';
import { messageRow } from './message-row.ts';

vi.mock('../../../../src/i18n/text-language.ts', () => ({ currentTextLanguage: () => 'en' }));
const { MESSAGE_ACTIONS, wordsToCopy } = await import('../../../../src/messages/menu/actions.ts');

const actions: MessageActions = { uid: 9001, name: 'Maya', reply: () => {}, jumpTo: () => {}, opensLinks: false };
const offered = (row: Partial<MessageRow>, change: Partial<MessageActions> = {}) =>
  MESSAGE_ACTIONS.filter(({ shows }) => shows(messageRow('m', 1, row), { ...actions, ...change })).map(
    ({ key }) => key,
  );
const text = { kind: 'text', body: 'hallo' } as const;
const item = { url: '/media/p/0', thumb: '/media/p/1', w: 1, h: 1, blur: '' };

test.each<readonly [string, Partial<MessageRow>, readonly string[]]>([
  ["the peer's text", { payload: text }, ['reply', 'copy', 'translate', 'hide', 'report']],
  [
    "the peer's text that is already translated",
    { payload: text, translate: { lang: 'en', text: 'hello', by: 'service' } },
    ['reply', 'copy', 'hide', 'report'],
  ],
  ['an own text', { out: true, payload: text }, ['reply', 'copy', 'forward', 'hide']],
  ['an own text that is being sent', { out: true, state: 'sending', payload: text }, ['copy']],
  [
    'an own priced picture',
    {
      out: true,
      payload: { kind: 'image', items: [item], body: '', payNeed: true, payPrice: 10, lockId: 'l'.repeat(21) } as never,
    },
    ['reply', 'save', 'hide'],
  ],
  [
    'a locked picture',
    { payload: { kind: 'image', items: [{ ...item, url: '', thumb: '' }], body: '' } as never },
    ['reply', 'hide', 'report'],
  ],
  [
    'a voice',
    { payload: { kind: 'audio', url: '/media/p/0', ms: 1, wave: '', played: false } },
    ['reply', 'save', 'hide', 'report'],
  ],
  ['a removed message', { payload: text, sensitiveInfo: 8 }, ['hide', 'report']],
  ['a message of a newer build', { payload: undefined }, ['hide', 'report']],
])('the menu of %s has the expected actions', (_what, row, keys) => {
  expect(offered(row)).toEqual(keys);
});

test('reply is hidden where writing is impossible, and the team cannot be reported', () => {
  const { reply: _none, ...silent } = actions;
  const keys = MESSAGE_ACTIONS.filter(({ shows }) => shows(messageRow('m', 1), { ...silent, uid: 1 }));
  expect(keys.map(({ key }) => key)).toEqual(['copy', 'translate', 'hide']);
  expect(wordsToCopy(messageRow('m', 1, { payload: undefined }))).toBe('');
});

test('edit is offered for own texts of the last 15 minutes, and for nothing else', () => {
  const isOffered = (row: Partial<MessageRow>) => offered(row, { edit: () => {} }).includes('edit');
  const recent = { out: true, payload: text, date: Date.now() - 60_000 } as const;
  expect(isOffered(recent)).toBe(true);
  expect(isOffered({ ...recent, date: Date.now() - 901_000 })).toBe(false);
  expect(isOffered({ ...recent, out: false })).toBe(false);
  expect(isOffered({ ...recent, state: 'sending' })).toBe(false);
  expect(isOffered({ ...recent, retract: 'pending' })).toBe(false);
  expect(isOffered({ ...recent, payload: { kind: 'sticker', id: 'fox/hug', name: '' } })).toBe(false);
  expect(offered(recent)).not.toContain('edit');
});
