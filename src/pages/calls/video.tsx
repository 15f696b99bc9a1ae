import { useTranslation } from 'react-i18next';
import { useParams } from 'wouter';
import { CallScreen } from '../../features/calls/call/call-screen.tsx';
import { useCall } from '../../features/calls/call/media/use-call-media.ts';
import { NoteScreen } from '../../features/calls/call/note-screen.tsx';
import { SafetyMenu } from '../../features/people/safety/safety-menu.tsx';
import { uidOfPeer } from '../../paths.ts';
import { useClosePopup } from '../../routing/popup-history.ts';

/** Route /video/{jid}: the in-call page of the call with this peer. For any other peer it says that there is no call. */
const VideoPage = () => {
  const { t } = useTranslation('call');
  const close = useClosePopup();
  const call = useCall();
  const peer = uidOfPeer(useParams()['jid'] ?? '');
  if (call === undefined) return null;
  if (call === null || call.peer.uid !== peer) return <NoteScreen text={t('reason.noSid')} onClose={close} />;
  return (
    <CallScreen
      call={call}
      onClose={close}
      menuOf={(uid, name) => <SafetyMenu uid={uid} name={name} variant="raised" />}
    />
  );
};
export default VideoPage;
