import { useEffect } from 'react';
import { readThread } from '#db/reads/threads.ts';
import { openGifts } from '../../gifts/open-gifts.ts';
import type { TrayToolProps } from './tools.ts';

/** Opens the gifts for the host whom the composer writes to: they have a sheet of their own. */
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
