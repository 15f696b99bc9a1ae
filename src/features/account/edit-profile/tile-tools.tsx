import { ChevronLeft, ChevronRight, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/input/icon-button.tsx';
import { tiles } from './tiles.ts';

type Props = {
  readonly name: string;
  readonly index: number;
  readonly count: number;
  readonly onMove: (step: 1 | -1) => void;
  readonly onRemove: () => void;
};

/** Buttons on a picture or clip in the profile editor that move it by one position and remove it. */
export const TileTools = ({ name, index, count, onMove, onRemove }: Props) => {
  const { t } = useTranslation('edit');
  return (
    <>
      <span css={tiles.top}>
        <IconButton label={t('remove', { name })} onClick={onRemove}>
          <Trash2 size={18} />
        </IconButton>
      </span>
      {count > 1 ? (
        <span css={tiles.tools}>
          <IconButton label={t('earlier', { name })} flip disabled={index === 0} onClick={() => onMove(-1)}>
            <ChevronLeft size={18} />
          </IconButton>
          <IconButton label={t('later', { name })} flip disabled={index === count - 1} onClick={() => onMove(1)}>
            <ChevronRight size={18} />
          </IconButton>
        </span>
      ) : null}
    </>
  );
};
