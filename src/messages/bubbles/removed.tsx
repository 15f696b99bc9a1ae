import { ShieldAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { NoticeBubble } from './notice.tsx';

/** What the server marked as not to be shown (product 5.4). Its words were never kept. */
export const RemovedBubble = () => {
  const { t } = useTranslation('message');
  return <NoticeBubble icon={ShieldAlert} text={t('removed')} />;
};
