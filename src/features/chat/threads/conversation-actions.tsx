import { Archive, ArchiveRestore, Bell, BellOff, Pin, PinOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isArchived, isMuted, isPinned } from '#contract/chat/conversation-choices.ts';
import { uidOfLocal } from '#contract/ids.ts';
import { core } from '../../../core/core.ts';
import { useSetting } from '../../../data/settings.ts';
import { useThread } from '../../../data/threads.ts';
import { useWords } from '../../../i18n/more.ts';
import { reportFailure } from '../../../ui/feedback/report.ts';
import { showToast } from '../../../ui/feedback/toast.ts';
import type { MenuAction } from '../../../ui/menu/menu-action.ts';

type Change = Parameters<typeof core.changeConversation>[1];
/** The entries of the menu of a conversation that pin, mute and archive it, in this order. */
export type ConversationActions = readonly [pin: MenuAction, mute: MenuAction, archive: MenuAction];

async function change(tid: string, next: Change): Promise<boolean> {
  const result = await core.changeConversation(tid, next);
  reportFailure(result);
  return result.ok;
}

/** Pins a conversation, or unpins it if `pinned` is false; a failure is shown as a toast. */
export const pinConversation = (tid: string, pinned: boolean): void => void change(tid, { pinned });

/** Archives a conversation and offers to undo that by a toast with these texts, or takes it out of the archive. */
export async function archiveConversation(
  tid: string,
  archived: boolean,
  texts: { readonly done: string; readonly undo: string },
): Promise<void> {
  if (!(await change(tid, { archived })) || !archived) return;
  showToast(texts.done, 'good', { label: texts.undo, run: () => void change(tid, { archived: false }) });
}

/**
 * Returns the menu entries that pin, mute and archive a conversation, or take that back; undefined until they are loaded, and for the local
 * greeting.
 */
export function useConversationActions(tid: string): ConversationActions | undefined {
  const isReady = useWords('around');
  const { t } = useTranslation('around');
  const choices = useSetting('conversations');
  const thread = useThread(tid);
  if (!isReady || !thread || uidOfLocal(tid) === undefined) return undefined;

  const texts = { done: t('conversation.archived'), undo: t('conversation.undo') };
  const [pinned, muted, archived] = [isPinned(choices, tid), isMuted(choices, tid), isArchived(choices, thread)];
  return [
    {
      key: 'pin',
      label: t(pinned ? 'conversation.unpin' : 'conversation.pin'),
      icon: pinned ? <PinOff size={18} /> : <Pin size={18} />,
      run: () => pinConversation(tid, !pinned),
    },
    {
      key: 'mute',
      label: t(muted ? 'conversation.unmute' : 'conversation.mute'),
      icon: muted ? <Bell size={18} /> : <BellOff size={18} />,
      run: () => void change(tid, { muted: !muted }),
    },
    {
      key: 'archive',
      label: t(archived ? 'conversation.unarchive' : 'conversation.archive'),
      icon: archived ? <ArchiveRestore size={18} /> : <Archive size={18} />,
      run: () => void archiveConversation(tid, !archived, texts),
    },
  ];
}
