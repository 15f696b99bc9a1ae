import { tidOfUid } from '#contract/ids.ts';
import { ClearConversation } from '../features/chat/conversation/clear-conversation.tsx';
import { Conversation } from '../features/chat/conversation/conversation.tsx';
import { SafetyMenu } from '../features/people/safety/safety-menu.tsx';

const menuOf = (uid: number, name: string) => (
  <ClearConversation tid={tidOfUid(uid)} name={name}>
    {(clear) => <SafetyMenu uid={uid} name={name} more={[clear]} />}
  </ClearConversation>
);

type Props = { readonly tid: string; readonly onBack: () => void };

/** The open conversation of /message: the list of conversations is drawn before it, and without it. */
const OpenConversation = ({ tid, onBack }: Props) => <Conversation tid={tid} onBack={onBack} menuOf={menuOf} />;
export default OpenConversation;
