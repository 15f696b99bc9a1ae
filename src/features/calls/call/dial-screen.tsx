import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallTerms } from '#contract/calls/hub-shapes.ts';
import type { AppError } from '#contract/result.ts';
import { readState } from '#db/reads/app.ts';
import { retryRead } from '#db/reads/live-query.ts';
import type { PersonRow } from '#db/schema.ts';
import { core, userActions } from '../../../core/core.ts';
import { tabId } from '../../../core/tab.ts';
import { useBookedCall } from '../../../data/calls/use-booked-call.ts';
import { useFreeCall } from '../../../data/calls/use-free-call.ts';
import { useSilverCall } from '../../../data/calls/use-silver-call.ts';
import { useCallable } from '../../../data/people/use-callable.ts';
import { explain, explainNoDevice } from '../../../i18n/errors.ts';
import type { DeviceFault } from '../../../media/devices.ts';
import { useMissingForCall } from '../../../payments/use-missing-gems.ts';
import { noteShownTerms, takeShownTerms } from '../../../routing/shown-terms.ts';
import { prepareLocal, releaseLocal } from './media/local-media.ts';
import { isAllowed, prepareConnection } from './media/media.ts';
import { NoteScreen } from './note-screen.tsx';
import { Ringing } from './ringing.tsx';

type Props = {
  readonly uid: number;
  readonly person: PersonRow | undefined;
  readonly kind: 'paid' | 'silver';
  readonly source: string;
  /** Called when the core has stored the new call on this device; the hub may still refuse it. */
  readonly onDialled: () => void;
  readonly onClose: () => void;
};

/**
 * Returns how many gems the stored balance lacks for the first minute of a call; 0 if it suffices or is not known, or if the call begins
 * with free seconds.
 */
async function needOf({ price, freeSeconds }: CallTerms): Promise<number> {
  const account = await retryRead(() => readState('account'));
  return account && freeSeconds === 0 ? Math.max(0, price - account.gemsBalance) : 0;
}

/**
 * Dials a call on mount: after camera or microphone is open if the browser must ask for permission first, otherwise while they open. A
 * note with a retry is shown if neither opens after that question, if gems are missing, or if the call is refused.
 */
export const DialScreen = ({ uid, person, kind, source, onDialled, onClose }: Props) => {
  const { t } = useTranslation('call');
  const [problem, setProblem] = useState<AppError>();
  const [fault, setFault] = useState<DeviceFault>();
  const [turn, setTurn] = useState(0);
  const begun = useRef(-1);
  const name = person?.nickName ?? '';
  const freeCall = useFreeCall(false);
  const silver = useSilverCall();
  const known = useBookedCall(uid);
  const booked = kind === 'paid' ? known : undefined;
  const callable = useCallable(uid);
  const need = useMissingForCall(callable.price);

  useEffect(() => {
    if (begun.current === turn) return;
    begun.current = turn;
    const dial = async () => {
      const shown = takeShownTerms(uid, kind);
      // Only the first attempt checks the balance here: it may be outdated on this device, and a retry asks the hub.
      if (turn === 0 && (await needOf(await shown)) > 0) {
        return setProblem({ code: 'call', detail: 'Gems insufficient' });
      }
      // Removes the end screen of the previous call.
      void core.dismissCall();
      const local = prepareLocal();
      // The first call waits for the permission; later ones are dialled while the devices open.
      const opened = (await isAllowed()) ? undefined : await local;
      if (opened && 'fault' in opened) return setFault(opened.fault);
      // Without a stored profile, name and picture are fetched first; the core needs them for the call.
      if (name === '') await core.refreshCard(uid);
      const calling = userActions.call(tabId, uid, name, kind, source, await shown);
      // Runs in parallel with the request to the hub: creating a connection and an offer takes about as long.
      prepareConnection('caller');
      const result = await calling;
      if (result.ok) return onDialled();
      releaseLocal();
      setProblem(result.error);
    };
    void dial();
  }, [turn, uid, name, kind, source, onDialled]);

  if (problem || fault) {
    const again = () => {
      noteShownTerms(uid, kind);
      setProblem(undefined);
      setFault(undefined);
      setTurn(turn + 1);
    };
    const host = callable.price > 0 ? { host: { uid, name, perMinute: callable.price } } : {};
    const short = problem?.code === 'call' && problem.detail === 'Gems insufficient';
    const gems = short ? { source: 'dial', need, returnTo: { to: 'profile', uid } as const, ...host } : undefined;
    const text = problem ? explain(problem) : fault ? explainNoDevice(fault) : '';
    return <NoteScreen text={text} check={fault !== undefined} gems={gems} onRetry={again} onClose={onClose} />;
  }
  const peer = { uid, jid: '', nickName: name, avatarUrl: person?.avatarUrl ?? '' };
  const cancel = () => {
    releaseLocal();
    onClose();
  };
  const price = kind === 'silver' ? 0 : (booked?.price ?? callable.price);
  const free = booked?.seconds ?? freeCall?.seconds ?? 0;
  const freeSeconds = kind === 'silver' ? (silver?.seconds ?? 0) : price > 0 ? free : 0;
  const cost = kind === 'silver' ? silver?.silver : 0;
  return (
    <Ringing
      peer={peer}
      line={t('preparing')}
      price={price}
      freeSeconds={freeSeconds}
      silver={cost}
      isBooked={booked !== undefined}
      onCancel={cancel}
    />
  );
};
