import { useTranslation } from 'react-i18next';
import { NoticeList } from '../../features/notices/list/notice-list.tsx';
import { useWords } from '../../i18n/more.ts';
import { OWN_HOME } from '../../paths.ts';
import { BackButton } from '../../ui/layout/back-button.tsx';
import { Page } from '../../ui/layout/page.tsx';

/** Route /notices: the notification list. */
const NoticesPage = () => {
  const { t } = useTranslation('profile');
  const ready = useWords('notices');
  return (
    <Page title={t('me.notices')} lead={<BackButton to={OWN_HOME} />} narrow>
      {ready ? <NoticeList /> : null}
    </Page>
  );
};
export default NoticesPage;
