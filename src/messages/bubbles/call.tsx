import { css } from '@emotion/react';
import { PhoneIncoming, PhoneMissed, PhoneOutgoing } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Payload } from '#contract/chat/payload.ts';
import { readCallRecord } from '#db/reads/calls.ts';
import { CALL_OUTCOME_KEYS, callOutcome } from '../../data/calls/call-outcome.ts';
import { useLiveQuery } from '../../data/use-live-query.ts';
import { formatClock } from '../../i18n/format.ts';
import { CallLink } from '../../routing/call-link.tsx';
import { size, space } from '../../ui/style/tokens.ts';

const styles = {
  root: css({ display: 'flex', alignItems: 'center', gap: space(3), minBlockSize: '44px' }),
  words: css({ display: 'grid', '& small': { fontSize: size.xs, opacity: 0.9, fontVariantNumeric: 'tabular-nums' } }),
};

const ICONS = { missed: PhoneMissed, in: PhoneIncoming, out: PhoneOutgoing, unanswered: PhoneOutgoing } as const;

type Props = { readonly call: Extract<Payload, { readonly kind: 'call' }>; readonly tid: string };

/** A call in the conversation, with its direction and duration. A tap calls the peer again. */
export const CallBubble = ({ call, tid }: Props) => {
  const { t } = useTranslation(['call', 'common']);
  const record = useLiveQuery(() => readCallRecord(call.sid), [call.sid]);
  const peer = Number(tid.slice(tid.indexOf('_') + 1));
  const direction = call.caller === peer ? 'in' : 'out';
  const { connectingTime, reason, endTime } = record ?? call;
  const outcome = callOutcome({ direction, connectingTime, reason });
  const Icon = ICONS[outcome];
  const seconds = record?.seconds ?? Math.max(0, (endTime - connectingTime) / 1_000);
  return (
    <CallLink css={styles.root} uid={peer} from="message" title={t('end.again')}>
      <Icon size={22} aria-hidden="true" />
      <span css={styles.words}>
        {t('call')}
        <small>
          {t(CALL_OUTCOME_KEYS[outcome])}
          {connectingTime > 0 ? ` · ${formatClock(seconds)}` : ''}
          {record?.isUnsettled ? ` · ${t('end.unsettled')}` : ''}
        </small>
      </span>
    </CallLink>
  );
};
