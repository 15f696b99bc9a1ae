import { useTranslation } from 'react-i18next';
import type { StoreScene } from '../ui/dialog/panel.ts';
import { Button } from '../ui/input/button.tsx';
import { openStore } from './open-store.ts';

type Props = { readonly scene: StoreScene; readonly variant?: 'primary' | 'plain' | 'quiet'; readonly wide?: boolean };

/** Button that opens the coin store, where gems are missing or shown. `scene`: context for the store. */
export const GetGems = ({ scene, variant = 'plain', wide = false }: Props) => {
  const { t } = useTranslation('common');
  return (
    <Button variant={variant} small={!wide} wide={wide} onClick={() => openStore(scene)}>
      {t('getGems')}
    </Button>
  );
};
