import { useTranslation } from 'react-i18next';
import { useLocation, useSearch } from 'wouter';
import { useWords } from '../../../i18n/more.ts';
import { PAYMENT_HISTORY } from '../../../paths.ts';
import { RowSkeletons } from '../../../ui/feedback/skeleton.tsx';
import { Tabs } from '../../../ui/layout/tabs.tsx';
import { Cards } from './cards.tsx';
import { Limits } from './limits.tsx';
import { Lines } from './lines.tsx';
import { Orders } from './orders.tsx';

const TABS = ['orders', 'gems', 'silver', 'cards', 'limits'] as const;
type Tab = (typeof TABS)[number];

/** Payment history: purchases, gem and silver ledgers, saved cards and spending limits. The tab is in the URL. */
export const History = () => {
  const ready = useWords('history');
  const { t } = useTranslation('history');
  const [, navigate] = useLocation();
  const requestedTab = new URLSearchParams(useSearch()).get('tab');
  const tab: Tab = TABS.find((candidate) => candidate === requestedTab) ?? 'orders';
  if (!ready) return <RowSkeletons count={6} />;
  return (
    <Tabs
      label={t('label')}
      tabs={TABS.map((value) => ({ value, label: t(`tabs.${value}`) }))}
      value={tab}
      onChange={(next) => navigate(`${PAYMENT_HISTORY}?tab=${next}`, { replace: true })}
    >
      {tab === 'orders' ? <Orders /> : null}
      {tab === 'gems' || tab === 'silver' ? <Lines key={tab} kind={tab} /> : null}
      {tab === 'cards' ? <Cards /> : null}
      {tab === 'limits' ? <Limits /> : null}
    </Tabs>
  );
};
