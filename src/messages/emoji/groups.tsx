import { css } from '@emotion/react';
import {
  Apple,
  Clock,
  Flag,
  Hand,
  Lightbulb,
  type LucideIcon,
  PawPrint,
  Plane,
  Shapes,
  Smile,
  Trophy,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { color, radius } from '../../ui/style/tokens.ts';
import type { Head } from './rows.ts';

const styles = {
  root: css({ display: 'flex' }),
  group: css({
    flex: 1,
    minInlineSize: 0,
    blockSize: '40px',
    display: 'grid',
    placeItems: 'center',
    color: color.faint,
    borderRadius: radius.field,
    '&:hover': { backgroundColor: color.hover, color: color.text },
    '&[aria-pressed="true"]': { color: color.accentText },
  }),
};

const ICONS: Readonly<Record<Head, LucideIcon>> = {
  recent: Clock,
  smileys: Smile,
  people: Hand,
  nature: PawPrint,
  food: Apple,
  travel: Plane,
  activities: Trophy,
  objects: Lightbulb,
  symbols: Shapes,
  flags: Flag,
};

type Props = {
  readonly heads: readonly Head[];
  readonly shown: Head | undefined;
  readonly onShow: (head: Head) => void;
};

/** Row of buttons that scroll the emoji picker to a group; the button of the visible group is marked. */
export const Groups = ({ heads, shown, onShow }: Props) => {
  const { t } = useTranslation('emoji');
  return (
    <div css={styles.root}>
      {heads.map((head) => {
        const Icon = ICONS[head];
        return (
          <button
            css={styles.group}
            key={head}
            type="button"
            aria-pressed={head === shown}
            aria-label={t(`group.${head}`)}
            title={t(`group.${head}`)}
            onClick={() => onShow(head)}
          >
            <Icon size={18} />
          </button>
        );
      })}
    </div>
  );
};
