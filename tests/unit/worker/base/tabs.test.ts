import { expect, test, vi } from 'vitest';
import { fakeTabs } from '../support/ports.ts';

test('a conversation is watched while any tab shows it', () => {
  const { tabs } = fakeTabs('a', 'b');
  tabs.setConversation('a', 'u_1');
  tabs.setConversation('b', 'u_1');
  tabs.setConversation('a', 'u_2');
  expect([tabs.isWatched('u_1'), tabs.isWatched('u_2'), tabs.isWatched('u_3')]).toEqual([true, true, false]);
  tabs.setConversation('b', null);
  expect(tabs.isWatched('u_1')).toBe(false);
});

test('a closed tab watches no conversation, so that new messages count as unread', async () => {
  const { tabs, locks } = fakeTabs('a', 'b');
  tabs.setConversation('a', 'u_1');
  tabs.setConversation('b', 'u_2');
  locks.free('tab:a');
  await vi.waitUntil(() => !tabs.isWatched('u_1'));
  expect(tabs.isWatched('u_2')).toBe(true);
  expect(locks.isHeld('tab:a')).toBe(false);
});

test('attaching again keeps what the tab shows', () => {
  const { tabs } = fakeTabs('a');
  tabs.setConversation('a', 'u_1');
  tabs.attach('a');
  expect(tabs.isWatched('u_1')).toBe(true);
});

test('a table of tabs reports whether any is left', async () => {
  const { tabs, locks } = fakeTabs('a', 'b');
  expect(tabs.hasAny()).toBe(false);
  tabs.attach('a');
  tabs.attach('b');
  expect(tabs.hasAny()).toBe(true);
  locks.free('tab:a');
  locks.free('tab:b');
  await vi.waitUntil(() => !tabs.hasAny());
});

test('open tabs watch nothing and show no one after the account has signed out, and may do so again', () => {
  const { tabs } = fakeTabs('a', 'b');
  tabs.setConversation('a', 'u_1');
  tabs.setShownPeople('b', [9001]);
  tabs.forgetShown();
  expect([tabs.isWatched('u_1'), tabs.people(), tabs.hasAny()]).toEqual([false, [], true]);
  tabs.setConversation('a', 'u_1');
  expect(tabs.isWatched('u_1')).toBe(true);
});
