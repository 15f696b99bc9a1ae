import { Share2 } from 'lucide-react';
import { useContext, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { navigate, useSearch } from 'wouter/use-browser-location';
import { pathOfShare } from '#contract/chat/share.ts';
import { readWaitingShare } from '#db/reads/shares.ts';
import { core } from '../../../core/core.ts';
import { useInCall } from '../../../data/calls/use-in-call.ts';
import { useLiveQuery } from '../../../data/use-live-query.ts';
import { useWords } from '../../../i18n/more.ts';
import { LayerIsOnTop } from '../../../routing/layer-place.ts';
import { PromptCard } from '../../../ui/dialog/prompt-card.tsx';
import { usePrompt } from '../../../ui/dialog/prompts.ts';
import { showToast } from '../../../ui/feedback/toast.ts';
import { Button } from '../../../ui/input/button.tsx';
import { IconTile } from '../../../ui/mark/icon-tile.tsx';

/** Ids of shares for which this page has already shown the toast. A module variable, as each layer renders its own `ShareOffer`. */
const announcedIds = new Set<string>();

/** Prompts the user to choose a conversation for a pending share: one that arrived during a call or before login, or was not assigned. */
export const ShareOffer = () => {
  const row = useLiveQuery(() => readWaitingShare(Date.now()));
  const id = row?.id;
  const isAsked = new URLSearchParams(useSearch()).has('share');
  const inCall = useInCall();
  // Several layers may render this component; only the top one may queue the prompt.
  const isOnTop = useContext(LayerIsOnTop);
  const shown = usePrompt('share', id !== undefined && !isAsked && isOnTop);
  // The translations of `Offer` load only when a share is pending.
  return id === undefined ? null : <Offer key={id} id={id} shown={shown} inCall={inCall} />;
};

type Props = { readonly id: string; readonly shown: boolean; readonly inCall: boolean };

const Offer = ({ id, shown, inCall }: Props) => {
  const ready = useWords('around');
  const { t } = useTranslation('around');
  useEffect(() => {
    if (!ready || !inCall || announcedIds.has(id)) return;
    announcedIds.add(id);
    showToast(t('share.waits'));
  }, [ready, inCall, id, t]);
  if (!ready || !shown) return null;
  const icon = (
    <IconTile tone={4}>
      <Share2 size={18} />
    </IconTile>
  );
  return (
    <PromptCard icon={icon} title={t('share.offer')} text={t('share.offerText')}>
      <Button variant="quiet" small onClick={() => void core.dropShare(id)}>
        {t('share.no')}
      </Button>
      <Button variant="primary" small onClick={() => navigate(pathOfShare(id))}>
        {t('share.choose')}
      </Button>
    </PromptCard>
  );
};
