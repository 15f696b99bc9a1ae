import { Languages, Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { tidOfUid } from '#contract/ids.ts';
import { useShowTranslate } from '../../data/stored-switch.ts';
import { ClearConversation } from '../../features/chat/conversation/clear-conversation.tsx';
import { Conversation, type ConversationPeer } from '../../features/chat/conversation/conversation.tsx';
import { useConversationActions } from '../../features/chat/threads/conversation-actions.tsx';
import { SafetyMenu } from '../../features/people/safety/safety-menu.tsx';
import { openPanel } from '../../ui/dialog/panel.ts';
import type { MenuAction } from '../../ui/menu/menu-action.ts';

const PeerMenu = ({ uid, name, onSearch }: ConversationPeer) => {
  const { t } = useTranslation('message');
  const tid = tidOfUid(uid);
  const translation: MenuAction = {
    key: 'translation',
    label: t('translation.title'),
    icon: <Languages size={18} />,
    run: () => openPanel('translation', { tid }),
  };
  const search: MenuAction | undefined = onSearch && {
    key: 'search',
    label: t('search'),
    icon: <Search size={18} />,
    run: onSearch,
  };
  const choices = useConversationActions(tid) ?? [];
  const more = [...(search ? [search] : []), ...choices, ...(useShowTranslate() ? [translation] : [])];
  return (
    <ClearConversation tid={tid} name={name}>
      {(clear) => <SafetyMenu uid={uid} name={name} more={[...more, clear]} />}
    </ClearConversation>
  );
};
const menuOf = (peer: ConversationPeer) => <PeerMenu {...peer} />;

type Props = { readonly tid: string; readonly onBack: () => void };

/** Open conversation of /message. Loaded separately, so that the list of conversations appears first. */
const OpenConversation = ({ tid, onBack }: Props) => <Conversation tid={tid} onBack={onBack} menuOf={menuOf} />;
export default OpenConversation;
