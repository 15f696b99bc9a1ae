import { BellRing } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PUSH_OFFER_AGAIN_AFTER_MS } from '#contract/push/rules.ts';
import { useThreadsWithArchived } from '../../../data/threads.ts';
import { useAppState } from '../../../data/use-app-state.ts';
import { useWords } from '../../../i18n/more.ts';
import { isTeam } from '../../../i18n/official.ts';
import { userValue } from '../../../local.ts';
import { PromptCard } from '../../../ui/dialog/prompt-card.tsx';
import { closePrompt, usePrompt } from '../../../ui/dialog/prompts.ts';
import { Button } from '../../../ui/input/button.tsx';
import { IconTile } from '../../../ui/mark/icon-tile.tsx';
import { askPermission, noticeHint } from './permission.ts';

type Props = { readonly onAccept: () => void; readonly onRefuse: () => void };

/** Card that asks before the browser's permission prompt, which appears only after a tap here. */
const OfferCard = ({ onAccept, onRefuse }: Props) => {
  const { t } = useTranslation(['notify', 'settings']);
  if (!useWords('notify')) return null;
  const hint = noticeHint();
  const icon = (
    <IconTile tone={9}>
      <BellRing size={18} />
    </IconTile>
  );
  return (
    <PromptCard
      icon={icon}
      title={t('notify:offer')}
      text={t(hint === 'notify.allowHint' ? 'notify:offerText' : `settings:${hint}`)}
    >
      <Button variant="quiet" small onClick={onRefuse}>
        {t('notify:offerNo')}
      </Button>
      <Button variant="primary" small onClick={onAccept}>
        {t('settings:notify.ask')}
      </Button>
    </PromptCard>
  );
};

const refusedAt = userValue('notice-offer-no', (stored) => Number(stored) || 0);
const isRefusedLately = () => Math.abs(Date.now() - refusedAt.read()) < PUSH_OFFER_AGAIN_AFTER_MS;

/** Offers notifications once there is a reason: a conversation or a friend. A refusal hides the offer for 7 days. */
const NoticeOffer = () => {
  const threads = useThreadsWithArchived();
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
