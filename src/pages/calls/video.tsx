import { useTranslation } from 'react-i18next';
import { useRoute } from 'wouter';
import { CallScreen } from '../../features/calls/call/call-screen.tsx';
import { useCall } from '../../features/calls/call/media/use-call-media.ts';
import { NoteScreen } from '../../features/calls/call/note-screen.tsx';
import { SafetyMenu } from '../../features/people/safety/safety-menu.tsx';
import { uidOfPeer, VIDEO_PAGE } from '../../paths.ts';
import { useClosePopup } from '../../routing/popup-history.ts';

/** Route /video/{jid}: the in-call page of the call with this peer. For any other peer it says that there is no call. */
const VideoPage = () => {
  const { t } = useTranslation('call');
  const close = useClosePopup();
  const call = useCall();
  const [isHere, params] = useRoute(`${VIDEO_PAGE}:jid`);
  const isOther = isHere && call?.peer.uid !== uidOfPeer(params.jid);
  if (call === undefined) return null;
  if (call === null || isOther) return <NoteScreen text={t('reason.noSid')} onClose={close} />;
  return (
    <CallScreen
      call={call}
      onClose={close}
      menuOf={(uid, name, callOf) => <SafetyMenu uid={uid} name={name} variant="raised" callOf={callOf} />}
    />
  );
};
export default VideoPage;
