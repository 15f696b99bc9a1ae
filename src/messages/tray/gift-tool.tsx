import { useEffect } from 'react';
import { readThread } from '#db/reads/threads.ts';
import { openGifts } from '../../gifts/open-gifts.ts';
import type { TrayToolProps } from './tools.ts';

/** Opens the gift sheet for the host in the conversation, and closes the tray. */
const GiftTool = ({ tid, uid, onClose }: TrayToolProps) => {
  useEffect(() => {
    onClose();
    void readThread(tid)
      .catch(() => undefined)
      .then((thread) => openGifts(uid, thread?.linkedUser.nickName ?? ''));
  }, [tid, uid, onClose]);
  return null;
};
export default GiftTool;
