import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'wouter';
import { FRIEND_REQUESTS } from '#contract/paths.ts';
import { Friends } from '../../features/people/friends/friends.tsx';
import { type FriendTab, tabOf } from '../../features/people/friends/tabs.ts';
import { OWN_HOME } from '../../paths.ts';
import { BackButton } from '../../ui/layout/back-button.tsx';
import { Page } from '../../ui/layout/page.tsx';

/** Route /friendreq: friend requests; `?tab=` selects another list of users, such as friends or likes. */
const FriendRequestsPage = () => {
  const { t } = useTranslation('friends');
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const onTab = (tab: FriendTab) =>
    navigate(tab === 'requests' ? FRIEND_REQUESTS : `${FRIEND_REQUESTS}?tab=${tab}`, { replace: true });
  return (
    <Page title={t('title')} lead={<BackButton to={OWN_HOME} />} narrow>
      <Friends tab={tabOf(search.get('tab'))} onTab={onTab} />
    </Page>
  );
};
export default FriendRequestsPage;
