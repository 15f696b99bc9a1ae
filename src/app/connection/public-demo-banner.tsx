import { FlaskConical, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBanner } from '../../ui/dialog/prompts.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { IconButton } from '../../ui/input/icon-button.tsx';

/** Whether the user has closed the banner since this page was loaded. */
let isDismissed = false;

/**
 * Banner of a demo server that other machines can reach: its money is not real, and its accounts are shared. Shown until the user closes
 * it, and again after a reload.
 */
const PublicDemoBanner = () => {
  const { t } = useTranslation(['connection', 'common']);
  const [isClosed, setClosed] = useState(isDismissed);
  if (!useBanner('publicDemo', !isClosed)) return null;
  const close = () => {
    isDismissed = true;
    setClosed(true);
  };
  const action = (
    <IconButton label={t('common:close')} onClick={close}>
      <X size={18} />
    </IconButton>
  );
  return (
    <aside aria-label={t('connection:publicDemoTitle')}>
      <Banner
        tone="calm"
        icon={<FlaskConical size={18} aria-hidden="true" />}
        title={t('connection:publicDemoTitle')}
        text={t('connection:publicDemoText')}
        action={action}
      />
    </aside>
  );
};
export default PublicDemoBanner;
