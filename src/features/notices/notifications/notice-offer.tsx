import { useState } from 'react';
import { PUSH_OFFER_AGAIN_AFTER_MS } from '#contract/push/rules.ts';
import { useThreads } from '../../../data/threads.ts';
import { useAppState } from '../../../data/use-app-state.ts';
import { isTeam } from '../../../i18n/official.ts';
import { localValue } from '../../../local.ts';
import { closePrompt, usePrompt } from '../../../ui/dialog/prompts.ts';
import { OfferCard } from './offer-card.tsx';
import { askPermission } from './permission.ts';

const refusedAt = localValue('notice-offer-no', (stored) => Number(stored) || 0);
const isRefusedLately = () => Math.abs(Date.now() - refusedAt.read()) < PUSH_OFFER_AGAIN_AFTER_MS;

/** Offers notifications once there is a reason: a conversation or a friend. A refusal hides the offer for 7 days. */
const NoticeOffer = () => {
  const threads = useThreads();
  const friends = useAppState('counts')?.friends ?? 0;
  const [refused, setRefused] = useState(isRefusedLately);
  // A missed call adds a message to its conversation, so it counts as well.
  const hasReason = friends > 0 || (threads ?? []).some(({ tid, lastMid }) => !isTeam(tid) && lastMid !== '');
  const shown = usePrompt('noticeOffer', hasReason && !refused);
  const onRefuse = () => {
    refusedAt.write(String(Date.now()));
    setRefused(true);
  };
  const onAccept = () => {
    closePrompt('noticeOffer');
    void askPermission();
  };
  return shown ? <OfferCard onAccept={onAccept} onRefuse={onRefuse} /> : null;
};
export default NoticeOffer;
