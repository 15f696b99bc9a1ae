import { Wrench, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppRow } from '#db/schema.ts';
import { useServerNow } from '../../data/use-server-now.ts';
import { formatTime } from '../../i18n/format.ts';
import { useBanner } from '../../ui/dialog/prompts.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { IconButton } from '../../ui/input/icon-button.tsx';

/** Row of the app state that announces a maintenance. `Maintenance` replaces the banner during it. */
export type MaintenanceWindow = Extract<AppRow, { key: 'maintenance' }>;

/** Announcements that the user has closed since this page was loaded: id and state. */
const dismissed = new Set<string>();

/** Announces a maintenance until it starts or the user closes the banner; during it the `Maintenance` overlay is shown. */
const MaintenanceBanner = ({ maintenance: { id, state, from } }: { readonly maintenance: MaintenanceWindow }) => {
  const { t } = useTranslation(['push', 'common']);
  const [, setDismissedCount] = useState(0);
  const now = useServerNow();
  const name = `${id}.${state}`;
  const isAnnounced = (state === 'planned' || state === 'soon') && now < from && !dismissed.has(name);
  if (!useBanner('maintenance', isAnnounced)) return null;
  const dismiss = () => {
    dismissed.add(name);
    setDismissedCount(dismissed.size);
  };
  const action = (
    <IconButton label={t('common:close')} onClick={dismiss}>
      <X size={18} />
    </IconButton>
  );
  return (
    <div role="status">
      <Banner
        tone="warn"
        icon={<Wrench size={18} aria-hidden="true" />}
        title={t('push:maintenance', { time: formatTime(from) })}
        action={action}
      />
    </div>
  );
};
export default MaintenanceBanner;
