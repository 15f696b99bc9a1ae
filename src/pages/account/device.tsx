import { useTranslation } from 'react-i18next';
import { DeviceScreen } from '../../features/account/device/device-screen.tsx';
import { useWords } from '../../i18n/more.ts';
import { SETTINGS } from '../../paths.ts';
import { BackButton } from '../../ui/layout/back-button.tsx';
import { Page } from '../../ui/layout/page.tsx';

/** Route /device: local data and pending changes of this device. */
const DevicePage = () => {
  const { t } = useTranslation('settings');
  const ready = useWords('device');
  return (
    <Page title={t('device')} lead={<BackButton to={SETTINGS} />} narrow>
      {ready ? <DeviceScreen /> : null}
    </Page>
  );
};
export default DevicePage;
