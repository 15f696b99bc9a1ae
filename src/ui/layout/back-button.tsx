import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { IconButton } from '../input/icon-button.tsx';

/** Button that navigates to the parent page. */
export const BackButton = ({ to }: { readonly to: string }) => {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  return (
    <IconButton label={t('back')} variant="raised" flip onClick={() => navigate(to)}>
      <ArrowLeft size={22} />
    </IconButton>
  );
};
