import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { core } from '../../../core/core.ts';
import { useAppState } from '../../../data/use-app-state.ts';
import { Tabs } from '../../../ui/layout/tabs.tsx';
import { PeopleRows } from './people-rows.tsx';
import { RecommendedFriends } from './recommended.tsx';
import { FRIEND_TABS, type FriendTab, TAB_TRACKING } from './tabs.ts';

type Props = { readonly tab: FriendTab; readonly onTab: (tab: FriendTab) => void };

/** Content of /friendreq: lists of requests, friends, likes and favourites, as tabs. */
export const Friends = ({ tab, onTab }: Props) => {
  const { t } = useTranslation('friends');
  const counts = useAppState('counts');
  useEffect(() => void core.track('ta_pageview', { screen: TAB_TRACKING[tab] }), [tab]);
  const tabs = FRIEND_TABS.map((value) => ({ value, label: t(`tabs.${value}`), count: counts?.[value] }));
  return (
    <Tabs label={t('lists')} tabs={tabs} value={tab} onChange={onTab}>
      <PeopleRows key={tab} list={tab} />
      {tab === 'requests' ? <RecommendedFriends /> : null}
    </Tabs>
  );
};
