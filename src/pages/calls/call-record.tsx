import { useTranslation } from 'react-i18next';
import { CallRecords } from '../../features/calls/call/call-records.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Lazy, partOf, renderNothing } from '../../ui/lazy.tsx';

const bookedCalls = partOf(() => import('../../features/calls/bookings/booked-calls.tsx'));

/** Route /callrecord: the booked calls and the call history; tracked as `video_history` (product 2.6). */
const CallRecordPage = () => {
  const { t } = useTranslation('call');
  return (
    <Page title={t('records.title')} narrow>
      <Lazy part={bookedCalls} with={{}} missing={renderNothing} />
      <CallRecords />
    </Page>
  );
};
export default CallRecordPage;
