import { css } from '@emotion/react';
import { MessageSquareText, Phone, PhoneOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { navigate } from 'wouter/use-browser-location';
import { tidOfUid } from '#contract/ids.ts';
import type { CallRow } from '#db/schema.ts';
import { core, userActions } from '../../../core/core.ts';
import { tabId } from '../../../core/tab.ts';
import { takeAnswer, useWantedAnswer } from '../../../data/calls/answer-intent.ts';
import { useSetting } from '../../../data/settings.ts';
import { explainNoDevice } from '../../../i18n/errors.ts';
import { formatClock } from '../../../i18n/format.ts';
import { videoPath } from '../../../paths.ts';
import { Avatar } from '../../../person/avatar.tsx';
import { PriceTag } from '../../../person/price-tag.tsx';
import { usePrepareCallPages } from '../../../routing/route-table.ts';
import { reportFailure } from '../../../ui/feedback/report.ts';
import { showToast } from '../../../ui/feedback/toast.ts';
import { useOverlay } from '../../../ui/overlay.ts';
import { color, coveredTop, depth, motion, portrait, radius, size, space } from '../../../ui/style/tokens.ts';
import { prepareLocal } from './media/local-media.ts';
import { isAllowed, prepareConnection } from './media/media.ts';
import { whenDescribed } from './media/media-session.ts';
import { startRinging } from './media/ringtone.ts';
import { gemsAMinute } from './stage/offer.ts';
import { RoundButton } from './stage/round-button.tsx';

const styles = {
  root: css({
    position: 'fixed',
    zIndex: depth.ringing,
    insetBlockStart: `max(${space(3)}, ${coveredTop})`,
    insetInline: space(3),
    marginInline: 'auto',
    maxInlineSize: '440px',
    display: 'grid',
    gap: space(4),
    padding: space(4),
    borderRadius: '24px',
    color: portrait.ink,
    backgroundColor: portrait.night,
    boxShadow: `0 24px 64px ${color.shadow}, inset 0 0 0 1px ${portrait.rim}`,
    animation: `rise ${motion.slow} ${motion.ease}`,
    '&:focus-visible': { outline: 'none' },
  }),
  who: css({ display: 'flex', alignItems: 'center', gap: space(3), minInlineSize: 0 }),
  words: css({ flex: 1, minInlineSize: 0, display: 'grid', gap: space(1) }),
  title: css({ fontSize: size.lg, overflowWrap: 'anywhere' }),
  soft: css({ display: 'flex', flexWrap: 'wrap', gap: space(2), color: portrait.soft, fontSize: size.xs }),
  acts: css({ display: 'flex', alignItems: 'center', justifyContent: 'space-around', gap: space(3) }),
  replies: css({ display: 'grid', gap: space(1.5) }),
  reply: css({
    minBlockSize: '44px',
    paddingInline: space(4),
    borderRadius: radius.field,
    backgroundColor: portrait.rim,
    textAlign: 'start',
    '&:hover': { backgroundColor: portrait.glassHover },
    '&:focus-visible': { outlineColor: portrait.ink },
  }),
};

const REPLIES = ['later', 'soon', 'write'] as const;

/** Longest wait for the SDP answer before the page navigates, ms. Rendering the next page would delay the answer. */
const ANSWER_WAIT_MS = 400;

type Props = {
  readonly call: CallRow;
  /** Called with true when the user answers, and with false when the page has navigated or the answer has failed. */
  readonly onAnswering: (isAnswering: boolean) => void;
};

/** Incoming call, shown in every tab. Answering it in one tab removes it in the others. */
const IncomingPanel = ({ call, onAnswering }: Props) => {
  const { t } = useTranslation('call');
  const prepareCallPages = usePrepareCallPages();
  useEffect(() => {
    prepareCallPages();
    prepareConnection('callee');
  }, [prepareCallPages]);
  const { peer, freeSeconds, sid, kind } = call;
  const price = gemsAMinute(call);
  const note = useSetting('viewerNotes')[tidOfUid(peer.uid)];
  const [writing, setWriting] = useState(false);
  useOverlay(true);
  const [busy, setBusy] = useState(false);
  useEffect(() => (busy ? undefined : startRinging()), [busy]);

  const accept = async () => {
    setBusy(true);
    onAnswering(true);
    const failure = await answer();
    onAnswering(false);
    setBusy(false);
    failure?.();
  };
  /** Answers the call; on failure resolves to a function that reports the error. */
  const answer = async () => {
    // If the browser must ask for permission, the call is answered only after camera or microphone was granted.
    const local = prepareLocal();
    const opened = (await isAllowed()) ? undefined : await local;
    if (opened && 'fault' in opened) return () => showToast(explainNoDevice(opened.fault), 'bad');
    const described = whenDescribed(ANSWER_WAIT_MS);
    const result = await userActions.answerCall(tabId);
    if (!result.ok) return () => reportFailure(result);
    await described;
    navigate(videoPath(peer.jid));
    return undefined;
  };
  const decline = (words: string) => void core.declineCall(words);
  // Accepts without a further press if the user has already answered on the notification.
  const wanted = useWantedAnswer();
  useEffect(() => {
    if (wanted !== '' && takeAnswer(sid)) void accept();
  });
  return (
    <section css={styles.root} role="alertdialog" aria-labelledby="incoming-call" tabIndex={-1}>
      <div css={styles.who}>
        <Avatar uid={peer.uid} name={peer.nickName} src={peer.avatarUrl} size="large" />
        <div css={styles.words}>
          <h2 css={styles.title} id="incoming-call">
            {t('incoming', { name: peer.nickName })}
          </h2>
          <p css={styles.soft}>
            {t('call')}
            <PriceTag price={price} on="portrait" />
            {freeSeconds > 0 ? t(kind === 'booked' ? 'booked' : 'freeFirst', { time: formatClock(freeSeconds) }) : null}
          </p>
          {note ? (
            <p css={styles.soft} dir="auto">
              {note}
            </p>
          ) : null}
        </div>
      </div>
      {writing ? (
        <div css={styles.replies}>
          {REPLIES.map((key) => (
            <button key={key} type="button" css={styles.reply} onClick={() => decline(t(`reply.${key}`))}>
              {t(`reply.${key}`)}
            </button>
          ))}
        </div>
      ) : null}
      <div css={styles.acts}>
        <RoundButton label={t('decline')} variant="decline" large onClick={() => decline('')}>
          <PhoneOff size={28} aria-hidden="true" />
        </RoundButton>
        <RoundButton label={t('declineWith')} aria-pressed={writing} onClick={() => setWriting(!writing)}>
          <MessageSquareText size={22} aria-hidden="true" />
        </RoundButton>
        <RoundButton label={t('accept')} variant="accept" large disabled={busy} onClick={() => void accept()}>
          <Phone size={28} aria-hidden="true" />
        </RoundButton>
      </div>
    </section>
  );
};
export default IncomingPanel;
