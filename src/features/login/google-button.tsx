import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { askGoogle } from './google.ts';

type Props = { readonly clientId: string; readonly onCredential: (credential: string) => void };

const GoogleButton = ({ clientId, onCredential }: Props) => {
  const { t } = useTranslation('login');
  return (
    <Button wide onClick={() => void askGoogle(clientId).then((credential) => credential && onCredential(credential))}>
      {t('google')}
    </Button>
  );
};
export default GoogleButton;
