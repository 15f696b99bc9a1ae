import { KeyRound } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useBrowserLocation } from 'wouter/use-browser-location';
import { core } from '../../../core/core.ts';
import { hasPasskeys } from '../../../core/passkey-support.ts';
import { useAppState } from '../../../data/use-app-state.ts';
import { useWords } from '../../../i18n/more.ts';
import { OWN_HOME, SECURITY, WALL } from '../../../paths.ts';
import { PromptCard } from '../../../ui/dialog/prompt-card.tsx';
import { closePrompt, isPromptClosed, usePrompt } from '../../../ui/dialog/prompts.ts';
import { Button } from '../../../ui/input/button.tsx';
import { IconTile } from '../../../ui/mark/icon-tile.tsx';

/** Offers a passkey to users who have bought something and have none: on the wall or the own page, until they close it once. */
export const PasskeyOffer = () => {
  const hasPaid = useAppState('account')?.paid === true;
  const [here] = useBrowserLocation();
  const isCalmPage = here === WALL || here === OWN_HOME;
  return isCalmPage && hasPaid && hasPasskeys() && !isPromptClosed('passkeyOffer') ? <Offer /> : null;
};

const Offer = () => {
  const { t } = useTranslation('passkeys');
  const ready = useWords('passkeys');
  const passkeys = useAppState('sessions')?.passkeys;
  const [, navigate] = useLocation();
  const isRead = passkeys !== undefined;
  useEffect(() => {
    if (!isRead) void core.refreshSessions();
  }, [isRead]);
  const shown = usePrompt('passkeyOffer', ready && passkeys?.length === 0);
  if (!shown) return null;
  const close = () => closePrompt('passkeyOffer');
  const icon = (
    <IconTile tone={4}>
      <KeyRound size={18} />
    </IconTile>
  );
  return (
    <PromptCard icon={icon} title={t('offer')} text={t('text')}>
      <Button variant="quiet" small onClick={close}>
        {t('offerNo')}
      </Button>
      <Button
        variant="primary"
        small
        onClick={() => {
          close();
          navigate(SECURITY);
        }}
      >
        {t('add')}
      </Button>
    </PromptCard>
  );
};
