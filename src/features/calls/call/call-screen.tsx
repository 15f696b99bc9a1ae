import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CALL_STATUS } from '#contract/calls/calls.ts';
import type { CallRow } from '#db/schema.ts';
import { core } from '../../../core/core.ts';
import { tabId } from '../../../core/tab.ts';
import { CallElsewhere } from './call-elsewhere.tsx';
import { CallEnd } from './call-end.tsx';
import { Ringing } from './ringing.tsx';
import { gemsAMinute } from './stage/offer.ts';
import { type ReportedCall, Stage } from './stage/stage.tsx';

type Props = {
  readonly call: CallRow;
  readonly onClose: () => void;
  /** Renders the menu with report and block. `callOf` returns the details of the call for a report. */
  readonly menuOf: (uid: number, name: string, callOf: () => ReportedCall) => ReactNode;
};

/** Full-screen view of the current call, by its status: ringing, connected, in another tab, or ended. */
export const CallScreen = ({ call, onClose, menuOf }: Props) => {
  const { t } = useTranslation(['call', 'common']);
  const { peer, status, freeSeconds } = call;
  const price = gemsAMinute(call);
  const name = peer.nickName;
  switch (status) {
    case CALL_STATUS.DISCONNECTED:
    case CALL_STATUS.FAILED:
      return <CallEnd call={call} onDone={onClose} />;
    case CALL_STATUS.INITIAL:
    case CALL_STATUS.CALLIN:
      return (
        <Ringing
          peer={peer}
          line={t(status === CALL_STATUS.CALLIN ? 'incoming' : 'calling', { name })}
          price={price}
          freeSeconds={freeSeconds}
          silver={call.silver}
          isBooked={call.kind === 'booked'}
          onCancel={() => void core.hangUp()}
        />
      );
  }
  if (call.ownerTab !== tabId) return <CallElsewhere call={call} onClose={onClose} />;
  if (!call.answered) {
    const cancel = () => void core.hangUp();
    return (
      <Ringing
        peer={peer}
        line={call.direction === 'in' ? t('connecting') : t('calling', { name })}
        price={price}
        freeSeconds={freeSeconds}
        silver={call.silver}
        isBooked={call.kind === 'booked'}
        onCancel={cancel}
      />
    );
  }
  return <Stage call={call} onMinimise={onClose} menuOf={(callOf) => menuOf(peer.uid, name, callOf)} />;
};
