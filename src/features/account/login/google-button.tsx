import { useTranslation } from 'react-i18next';
import { askGoogle, type GoogleAnswer } from '../../../core/google.ts';
import { Button } from '../../../ui/input/button.tsx';

type Props = { readonly clientId: string; readonly onAnswer: (answer: NonNullable<GoogleAnswer>) => void };

/** Button that asks Google for a sign-in; `onAnswer` gets the answer, unless the user cancelled. */
const GoogleButton = ({ clientId, onAnswer }: Props) => {
  const { t } = useTranslation('login');
  return (
    <Button wide onClick={() => void askGoogle(clientId).then((answer) => answer && onAnswer(answer))}>
      {t('google')}
    </Button>
  );
};
export default GoogleButton;
