import { useTranslation } from 'react-i18next';
import { CallScreen } from '../../features/calls/call/call-screen.tsx';
import { useCall } from '../../features/calls/call/media/use-call-media.ts';
import { NoteScreen } from '../../features/calls/call/note-screen.tsx';
import { SafetyMenu } from '../../features/people/safety/safety-menu.tsx';
import { useClosePopup } from '../../routing/popup-history.ts';

/** Route /video/{jid}: the in-call page. There is only one call at a time, so the URL merely names the peer. */
const VideoPage = () => {
  const { t } = useTranslation('call');
  const close = useClosePopup();
  const call = useCall();
  if (call === undefined) return null;
  if (call === null) return <NoteScreen text={t('reason.noSid')} onClose={close} />;
  return (
    <CallScreen
      call={call}
      onClose={close}
      menuOf={(uid, name) => <SafetyMenu uid={uid} name={name} variant="raised" />}
    />
  );
};
export default VideoPage;
