import { css } from '@emotion/react';
import { MessageCircle, Video } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ROLE_ANCHOR } from '#contract/account/rules.ts';
import type { AppError } from '#contract/result.ts';
import { retryRead } from '#db/reads/live-query.ts';
import { readPerson } from '#db/reads/people.ts';
import type { PersonRow } from '#db/schema.ts';
import { core } from '../../../core/core.ts';
import { useBookedCall } from '../../../data/calls/use-booked-call.ts';
import { useFreeCall } from '../../../data/calls/use-free-call.ts';
import { useSilverCall } from '../../../data/calls/use-silver-call.ts';
import { useCallable } from '../../../data/people/use-callable.ts';
import { useConfirmedPresence } from '../../../data/people/use-presence.ts';
import { useWatchedPeople } from '../../../data/people/use-watched-people.ts';
import { useSession } from '../../../data/session.tsx';
import { useOnReconnect } from '../../../data/use-on-reconnect.ts';
import { explain } from '../../../i18n/errors.ts';
import { CallOrGems } from '../../../payments/call-or-gems.tsx';
import { usePersonActs } from '../../../person/use-person-acts.ts';
import { Button } from '../../../ui/input/button.tsx';
import { space } from '../../../ui/style/tokens.ts';
import { NoteScreen } from './note-screen.tsx';
import { Ringing } from './ringing.tsx';

const styles = {
  ways: css({ display: 'grid', gap: space(3), inlineSize: 'min(300px, 80vw)', overflowWrap: 'anywhere' }),
};

type Props = {
  readonly uid: number;
  readonly person: PersonRow | undefined;
  readonly kind: 'paid' | 'silver';
  readonly onPress: () => void;
  readonly onClose: () => void;
};

/**
 * Confirmation before a call when the page was opened by URL: the peer and the price. The call starts only after a press. A person who is
 * offline or takes no calls can only be written to, unless a call with them is booked for now.
 */
export const CallOffer = ({ uid, person, kind, onPress, onClose }: Props) => {
  const { t } = useTranslation(['call', 'common', 'profile']);
  const [turn, setTurn] = useState(0);
  const [error, setError] = useState<AppError>();
  const [isRefreshed, setRefreshed] = useState(false);
  const [missing, setMissing] = useState(false);
  const pays = useSession()?.role !== ROLE_ANCHOR;
  const free = useFreeCall();
  const silver = useSilverCall();
  const bookedCall = useBookedCall(uid);
  const booked = kind === 'paid' ? bookedCall : undefined;
  const { isPaused = false } = useCallable(uid);
  const presence = useConfirmedPresence(uid);
  useWatchedPeople([uid]);
  const { message } = usePersonActs();
  // The stored price may be outdated, so the profile is fetched first.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `turn` retries
  useEffect(() => {
    let here = true;
    void core.refreshCard(uid).then(async (result) => {
      // Read from the database: the command may answer before the live query sees the row that it wrote.
      const found = await retryRead(() => readPerson(uid));
      if (!here) return;
      setError(result.ok ? undefined : result.error);
      setMissing(found === undefined);
      setRefreshed(true);
    });
    return () => {
      here = false;
    };
  }, [uid, turn]);

  const again = () => {
    setRefreshed(false);
    setTurn(turn + 1);
  };
  useOnReconnect(error !== undefined, again);
  const known = error !== undefined || missing || person !== undefined;
  if (!isRefreshed || !known)
    return <Ringing {...peerOf(uid, person)} line="" price={0} freeSeconds={0} onCancel={onClose} isStatic />;
  if (error || !person) {
    const gone = !error || error.code === 'not-found';
    const text = gone ? t('profile:missing.text') : explain(error);
    return <NoteScreen text={text} onRetry={again} onClose={onClose} />;
  }
  const name = person.nickName;
  const freeSeconds = kind === 'silver' ? (silver?.seconds ?? 0) : (booked?.seconds ?? free?.seconds ?? 0);
  // A call to a person who is offline or takes no calls would end at once. The server decides about a booked one.
  const away = booked ? undefined : presence === 'offline' ? 'offline' : isPaused ? 'notTaking' : undefined;
  if (away)
    return (
      <Ringing
        {...peerOf(uid, person)}
        line={t(`reason.${away}`)}
        price={0}
        freeSeconds={0}
        onCancel={onClose}
        isStatic
      >
        <div css={styles.ways}>
          <Button variant="primary" onClick={() => void message(uid, name)}>
            <MessageCircle size={20} aria-hidden="true" />
            {t('end.message')}
          </Button>
          <Button onClick={onClose}>{t('common:back')}</Button>
        </div>
      </Ringing>
    );
  const price = kind === 'paid' && pays ? (booked?.price ?? person.price) : 0;
  return (
    <Ringing
      {...peerOf(uid, person)}
      line={t('ask', { name })}
      price={price}
      isBooked={booked !== undefined}
      freeSeconds={pays ? freeSeconds : 0}
      silver={kind === 'silver' ? silver?.silver : 0}
      onCancel={onClose}
      isStatic
    >
      <div css={styles.ways}>
        <CallOrGems uid={uid} name={name} price={booked ? 0 : price} source="call_offer" wide>
          <Button variant="primary" onClick={onPress}>
            <Video size={20} aria-hidden="true" />
            {t('callName', { name })}
          </Button>
        </CallOrGems>
        <Button onClick={onClose}>{t('common:back')}</Button>
      </div>
    </Ringing>
  );
};

const peerOf = (uid: number, person: PersonRow | undefined) => ({
  peer: { uid, jid: '', nickName: person?.nickName ?? '', avatarUrl: person?.avatarUrl ?? '' },
});
