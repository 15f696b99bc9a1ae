import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../data/session.tsx';
import { SilverList } from '../../features/discovery/wall/silver/silver-list.tsx';
import { useClosePopup } from '../../routing/popup-history.ts';
import { WidePopup } from '../../ui/dialog/wide-popup.tsx';

/** Route /silveranchor: hosts of the silver club; public. */
const SilverAnchorPage = () => {
  const { t } = useTranslation('wall');
  const scroller = useRef<HTMLDivElement>(null);
  const visitor = !useSession();
  return (
    <WidePopup title={t('silver.title')} lead={t('silver.lead')} onClose={useClosePopup()} scroller={scroller}>
      <SilverList scroller={scroller} visitor={visitor} />
    </WidePopup>
  );
};
export default SilverAnchorPage;
