import { Smartphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useWords } from '../../../i18n/more.ts';
import { openPanel } from '../../../ui/dialog/panel.ts';
import { Button } from '../../../ui/input/button.tsx';
import { Note } from './note.tsx';

/** Explains how to get notifications on iOS: only an app on the home screen supports push (trap 17). */
const IosNote = () => {
  const { t } = useTranslation('notify');
  if (!useWords('notify')) return null;
  return (
    <Note
      icon={<Smartphone size={18} />}
      title={t('ios')}
      text={t('iosText')}
      action={
        <Button variant="primary" small onClick={() => openPanel('download', {})}>
          {t('iosHow')}
        </Button>
      }
    />
  );
};
export default IosNote;
