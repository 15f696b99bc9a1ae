import { useTranslation } from 'react-i18next';
import { askGoogle, type GoogleAnswer } from '../../../core/google.ts';
import { Button } from '../../../ui/input/button.tsx';

type Props = { readonly clientId: string; readonly onAnswer: (answer: NonNullable<GoogleAnswer>) => void };

/** Button that opens the Google login in a popup; `onAnswer` gets the answer if one arrives in time. */
const GoogleButton = ({ clientId, onAnswer }: Props) => {
  const { t } = useTranslation('login');
  return (
    <Button wide onClick={() => void askGoogle(clientId).then((answer) => answer && onAnswer(answer))}>
      {t('google')}
    </Button>
  );
};
export default GoogleButton;
