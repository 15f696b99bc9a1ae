import { PreviewConversation } from '../features/chat/conversation/preview-conversation.tsx';
import { Frame } from '../ui/frame.tsx';

/** Top-level and public (product 2.1): how a conversation looks. */
const PreviewPage = () => (
  <Frame>
    <PreviewConversation />
  </Frame>
);
export default PreviewPage;
