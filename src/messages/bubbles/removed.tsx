import { Ban, ShieldAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { NoticeBubble } from './notice.tsx';

/** Replaces a message that moderation removed (product 5.4): its content was not stored on this device, or was deleted from it. */
export const RemovedBubble = () => {
  const { t } = useTranslation('message');
  return <NoticeBubble icon={ShieldAlert} text={t('removed')} />;
};

/** Replaces a message that its sender deleted for everyone (product 2.13). */
export const RetractedBubble = () => {
  const { t } = useTranslation('message');
  return <NoticeBubble icon={Ban} text={t('retracted')} />;
};
