import type { Settings } from '../account/settings.ts';
import { isMuted } from '../chat/conversation-choices.ts';
import { PUSH_RULES, type PushKind, type PushSubject } from '../push/kinds.ts';

/**
 * Whether the account's settings forbid a push: they forbid all notifications, its kind, unless the user asked for this one, or those of
 * its conversation. Muting a conversation does not affect missed calls. The server drops such a push, and the service worker, which may
 * know newer settings, shows no details of it.
 */
export function isPushMuted(
  { allowNotifications, mutedNotices, conversations }: Settings,
  kind: PushKind,
  about: PushSubject,
): boolean {
  const [type, tid] = PUSH_RULES[kind].tag(about).split(':');
  const isThreadMuted = type === 'thread' && kind !== 'missed' && tid !== undefined && isMuted(conversations, tid);
  return !allowNotifications || (mutedNotices.includes(kind) && !about.asked) || isThreadMuted;
}
