import { PreviewConversation } from '../../features/chat/conversation/preview-conversation.tsx';
import { Frame } from '../../ui/layout/frame.tsx';

/** Route /preview: a sample conversation, public (product 2.1). */
const PreviewPage = () => (
  <Frame>
    <PreviewConversation />
  </Frame>
);
export default PreviewPage;
