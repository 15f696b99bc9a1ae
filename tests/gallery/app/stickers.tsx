import StickerBubble from '../../../src/messages/bubbles/sticker.tsx';
import StickerPicker from '../../../src/messages/stickers/picker.tsx';
import { GlobalStyle } from '../../../src/ui/style/global-style.tsx';

/** The sticker picker, a known sticker, and one that this build does not have. */
export const Stickers = () => (
  <main>
    <GlobalStyle />
    <h1>gemcall</h1>
    <StickerPicker onPick={() => undefined} onClose={() => undefined} />
    <StickerBubble id="gem/hello" name="A gem that waves hello" tid="u_9001" />
    <StickerBubble id="owl/night" name="Hoo" tid="u_9001" />
  </main>
);
