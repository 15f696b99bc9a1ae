import { BellRing } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useWords } from '../../../i18n/more.ts';
import { PromptCard } from '../../../ui/dialog/prompt-card.tsx';
import { Button } from '../../../ui/input/button.tsx';
import { IconTile } from '../../../ui/mark/icon-tile.tsx';

type Props = { readonly onAccept: () => void; readonly onRefuse: () => void };

/** Card that asks before the browser's permission prompt, which appears only after a tap here. */
export const OfferCard = ({ onAccept, onRefuse }: Props) => {
  const { t } = useTranslation(['notify', 'settings']);
  if (!useWords('notify')) return null;
  const icon = (
    <IconTile tone={9}>
      <BellRing size={18} />
    </IconTile>
  );
  return (
    <PromptCard icon={icon} title={t('notify:offer')} text={t('notify:offerText')}>
      <Button variant="quiet" small onClick={onRefuse}>
        {t('notify:offerNo')}
      </Button>
      <Button variant="primary" small onClick={onAccept}>
        {t('settings:notify.ask')}
      </Button>
    </PromptCard>
  );
};
