import { userActions } from '../../core/core.ts';
import StickerPicker from '../../features/chat/stickers/picker.tsx';
import { reportFailure } from '../../ui/report.ts';
import type { TrayToolProps } from './tools.ts';

/** Sends the pressed sticker and stays open for more. */
const StickerTool = ({ tid, onClose }: TrayToolProps) => (
  <StickerPicker
    onPick={(id, name) => void userActions.send(tid, { kind: 'sticker', id, name }).then(reportFailure)}
    onClose={onClose}
  />
);
export default StickerTool;
