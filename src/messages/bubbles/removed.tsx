import { ShieldAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { NoticeBubble } from './notice.tsx';

/** Message that the server marked as not to be shown (product 5.4). Its text was never stored. */
export const RemovedBubble = () => {
  const { t } = useTranslation('message');
  return <NoticeBubble icon={ShieldAlert} text={t('removed')} />;
};
