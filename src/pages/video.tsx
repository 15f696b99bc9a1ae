import { useTranslation } from 'react-i18next';
import { useClosePopup } from '../app/popup-history.ts';
import { CallScreen } from '../features/call/call-screen.tsx';
import { NoteScreen } from '../features/call/note-screen.tsx';
import { useCall } from '../features/call/use-call-media.ts';
import { SafetyMenu } from '../features/safety/safety-menu.tsx';

/** /video/{jid}: the in-call screen. There is one call at a time, so the address only says with whom. */
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
      menuOf={(uid, name) => <SafetyMenu uid={uid} name={name} look="raised" />}
    />
  );
};
export default VideoPage;
