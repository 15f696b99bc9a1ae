import { userActions } from '../../core/core.ts';
import { reportFailure } from '../../ui/feedback/report.ts';
import StickerPicker from '../stickers/picker.tsx';
import type { TrayToolProps } from './tools.ts';

/** Sends the pressed sticker and stays open for more. */
const StickerTool = ({ tid, onClose }: TrayToolProps) => (
  <StickerPicker
    onPick={(id, name) => void userActions.send(tid, { kind: 'sticker', id, name }).then(reportFailure)}
    onClose={onClose}
  />
);
export default StickerTool;
