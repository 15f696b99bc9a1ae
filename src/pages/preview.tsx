import { PreviewConversation } from '../features/chat/conversation/preview-conversation.tsx';
import { Frame } from '../ui/frame.tsx';

/** Sample conversation, top-level and public (product 2.1). */
const PreviewPage = () => (
  <Frame>
    <PreviewConversation />
  </Frame>
);
export default PreviewPage;
