import { useTranslation } from 'react-i18next';
import { formatNumber } from '../i18n/format.ts';
import type { StoreScene } from '../ui/dialog/panel.ts';
import { Button } from '../ui/input/button.tsx';
import { openStore } from './open-store.ts';

type Props = {
  readonly scene: StoreScene;
  readonly variant?: 'primary' | 'plain' | 'quiet';
  readonly wide?: boolean;
  readonly 'data-first'?: boolean;
};

/** Button that opens the coin store, where gems are missing or shown. It names the missing gems if `scene` has them. */
export const GetGems = ({ scene, variant = 'plain', wide = false, ...rest }: Props) => {
  const { t } = useTranslation('common');
  const { need = 0 } = scene;
  return (
    <Button variant={variant} small={!wide} wide={wide} onClick={() => openStore(scene)} {...rest}>
      {need > 0 ? t('getMoreGems', { gems: formatNumber(need) }) : t('getGems')}
    </Button>
  );
};
