import { useTranslation } from 'react-i18next';
import { ROLE_ANCHOR } from '#contract/account/rules.ts';
import { useSession } from '../../data/session.tsx';
import { HostScreen } from '../../features/hosting/host/host-screen.tsx';
import { useWords } from '../../i18n/more.ts';
import { OWN_HOME } from '../../paths.ts';
import { BackButton } from '../../ui/layout/back-button.tsx';
import { Page } from '../../ui/layout/page.tsx';

/** Route /host: the page of hosting, or for accounts that are no hosts the application (product 2.1). */
const HostingPage = () => {
  const { t } = useTranslation('profile');
  const ready = useWords('hosting');
  const isHost = useSession()?.role === ROLE_ANCHOR;
  return (
    <Page title={t(isHost ? 'me.hosting' : 'me.becomeHost')} narrow lead={<BackButton to={OWN_HOME} />}>
      {ready ? <HostScreen /> : null}
    </Page>
  );
};
export default HostingPage;
