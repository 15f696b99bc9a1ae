import { PreviewConversation } from '../../features/chat/conversation/preview-conversation.tsx';

/** Route /preview: a sample conversation, public (product 2.1). */
const PreviewPage = () => <PreviewConversation />;
export default PreviewPage;
