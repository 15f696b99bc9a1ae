import { PreviewConversation } from '../features/chat/conversation/preview-conversation.tsx';
import { Frame } from '../ui/frame.tsx';

/** Top-level and public (section 2): how a conversation looks. */
const PreviewPage = () => (
  <Frame>
    <PreviewConversation />
  </Frame>
);
export default PreviewPage;
