import { useTranslation } from 'react-i18next';
import { openPanel } from '../../../ui/dialog/panel.ts';
import { PromptCard } from '../../../ui/dialog/prompt-card.tsx';
import { Button } from '../../../ui/input/button.tsx';
import { Mark } from '../../../ui/mark/mark.tsx';
import { type InstallState, install } from './offer.ts';

type Props = { readonly state: InstallState; readonly onDismiss: () => void };

/** Promotes the installation of the app, with the button that installs it or opens the instructions. */
const GuideCard = ({ state, onDismiss }: Props) => {
  const { t } = useTranslation('download');
  const showHow = () => {
    onDismiss();
    openPanel('download', {});
  };
  return (
    <PromptCard icon={<Mark size={36} />} title={t('guide.title')} text={t('guide.text')}>
      <Button variant="quiet" small onClick={onDismiss}>
        {t('guide.no')}
      </Button>
      {state === 'ready' ? (
        <Button variant="primary" small onClick={() => void install()}>
          {t('install')}
        </Button>
      ) : (
        <Button variant="primary" small onClick={showHow}>
          {t('guide.how')}
        </Button>
      )}
    </PromptCard>
  );
};
export default GuideCard;
