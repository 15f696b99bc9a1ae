import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { isUnderWay } from '#contract/calls/calls.ts';
import { tabId } from '../../core/tab.ts';
import { prepareLocal, releaseLocal } from '../../features/calls/call/media/local-media.ts';
import { useCall } from '../../features/calls/call/media/use-call-media.ts';
import { OwnMirror } from '../../features/calls/call/stage/own-mirror.tsx';
import { MatchRoom } from '../../features/calls/match-room/match-room.tsx';
import type { DeviceFault } from '../../media/devices.ts';
import { PREFLIGHT, videoPath } from '../../paths.ts';
import { useClosePopup } from '../../routing/popup-history.ts';

async function prepare(): Promise<DeviceFault | undefined> {
  const opened = await prepareLocal();
  return 'fault' in opened ? opened.fault : undefined;
}

/** Route /match?now: waits for a random match. When both sides have accepted, the in-call page replaces it. */
const MatchRoomPage = () => {
  const { t } = useTranslation('preflight');
  const close = useClosePopup();
  const call = useCall();
  const onPrepare = useCallback(prepare, []);
  const agreed = call && isUnderWay(call.status) && call.kind === 'match' && call.ownerTab === tabId;
  const jid = agreed ? call.peer.jid : '';
  const taken = useRef(false);
  taken.current = agreed === true;
  useEffect(() => {
    if (jid !== '') navigate(videoPath(jid), { replace: true });
  }, [jid]);
  // The call takes over the open camera; without a call it is closed.
  useEffect(() => () => void (taken.current || releaseLocal()), []);
  return (
    <MatchRoom
      picture={<OwnMirror />}
      onPrepare={onPrepare}
      onBack={close}
      help={<Link href={PREFLIGHT}>{t('link')}</Link>}
    />
  );
};
export default MatchRoomPage;
