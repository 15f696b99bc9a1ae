import { useLiveQuery } from 'dexie-react-hooks';
import { Share2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { navigate, useSearch } from 'wouter/use-browser-location';
import { pathOfShare } from '#contract/chat/share.ts';
import { readWaitingShare } from '#db/reads/shares.ts';
import { core } from '../../../core/core.ts';
import { useInCall } from '../../../data/use-in-call.ts';
import { useWords } from '../../../i18n/more.ts';
import { Button } from '../../../ui/button.tsx';
import { IconTile } from '../../../ui/icon-tile.tsx';
import { PromptCard } from '../../../ui/prompt-card.tsx';
import { usePrompt } from '../../../ui/prompts.ts';
import { showToast } from '../../../ui/toast.ts';

/** Asks for whom a share is that still waits: it came during a call, or before a login, or the choice was left. */
export const ShareOffer = () => {
  const row = useLiveQuery(() => readWaitingShare(Date.now()));
  const id = row?.id;
  const isAsked = new URLSearchParams(useSearch()).has('share');
  const inCall = useInCall();
  const shown = usePrompt('share', id !== undefined && !isAsked);
  // Words are fetched for who needs them.
  return id === undefined ? null : <Offer key={id} id={id} shown={shown} inCall={inCall} />;
};

type Props = { readonly id: string; readonly shown: boolean; readonly inCall: boolean };

const Offer = ({ id, shown, inCall }: Props) => {
  const ready = useWords('around');
  const { t } = useTranslation('around');
  const isTold = useRef(false);
  useEffect(() => {
    if (!ready || !inCall || isTold.current) return;
    isTold.current = true;
    showToast(t('share.waits'));
  }, [ready, inCall, t]);
  if (!ready || !shown) return null;
  const icon = (
    <IconTile tone={4}>
      <Share2 size={18} />
    </IconTile>
  );
  return (
    <PromptCard icon={icon} title={t('share.offer')} text={t('share.offerText')}>
      <Button look="quiet" small onClick={() => void core.dropShare(id)}>
        {t('share.no')}
      </Button>
      <Button look="primary" small onClick={() => navigate(pathOfShare(id))}>
        {t('share.choose')}
      </Button>
    </PromptCard>
  );
};
