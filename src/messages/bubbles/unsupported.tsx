import { PackageOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { NoticeBubble } from './notice.tsx';

/** Placeholder for a message that only a newer build can read. */
export const UnsupportedBubble = () => {
  const { t } = useTranslation('message');
  return <NoticeBubble icon={PackageOpen} text={t('unsupported')} />;
};
