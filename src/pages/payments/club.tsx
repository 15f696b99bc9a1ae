import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../data/session.tsx';
import { SilverList } from '../../features/discovery/wall/silver/silver-list.tsx';
import { ClubHead } from '../../features/rewards/club/club-head.tsx';
import { SilverRecord } from '../../features/rewards/club/silver-record.tsx';
import { useWords } from '../../i18n/more.ts';
import { HOME } from '../../paths.ts';
import { BackButton } from '../../ui/layout/back-button.tsx';
import { ChipTabs } from '../../ui/layout/chip-tabs.tsx';
import { Page } from '../../ui/layout/page.tsx';

/** Route /club: the silver club. It needs a login in brands with `needsLogin.club`, and is public in the others (product 2.1). */
const ClubPage = () => {
  const { t } = useTranslation('wall');
  const ready = useWords('rewards');
  const scroller = useRef<HTMLDivElement>(null);
  return (
    <Page title={t('club.title')} lead={<BackButton to={HOME} />} scroller={scroller}>
      {ready ? <Club scroller={scroller} /> : null}
    </Page>
  );
};
export default ClubPage;

const Club = ({ scroller }: Pick<Parameters<typeof SilverList>[0], 'scroller'>) => {
  const { t } = useTranslation('rewards');
  const visitor = !useSession();
  const [tab, setTab] = useState<'hosts' | 'record'>('hosts');
  const hosts = <SilverList scroller={scroller} visitor={visitor} />;
  const chips = [
    { value: 'hosts', label: t('club.hosts') },
    { value: 'record', label: t('club.record') },
  ] as const;
  return (
    <>
      <ClubHead />
      {visitor ? (
        hosts
      ) : (
        <ChipTabs label={t('club.parts')} chips={chips} value={tab} onChange={setTab}>
          {tab === 'hosts' ? hosts : <SilverRecord />}
        </ChipTabs>
      )}
    </>
  );
};
