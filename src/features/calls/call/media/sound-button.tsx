import { Volume2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/input/button.tsx';
import { allowSound } from './remote-sound.ts';
import { useMedia } from './use-call-media.ts';

/** Button that plays the peer's audio, shown while the browser's autoplay policy blocks it. */
export const SoundButton = ({ name }: { readonly name: string }) => {
  const { t } = useTranslation('call');
  const { soundBlocked } = useMedia();
  if (!soundBlocked) return null;
  return (
    <Button variant="primary" onClick={allowSound}>
      <Volume2 size={20} aria-hidden="true" />
      {t('hear', { name })}
    </Button>
  );
};
