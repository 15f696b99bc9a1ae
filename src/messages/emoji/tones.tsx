import { css } from '@emotion/react';
import { useTranslation } from 'react-i18next';
import { color, radius } from '../../ui/style/tokens.ts';
import { TONES, type Tone, withTone } from './tone.ts';

const styles = {
  root: css({ display: 'flex', gap: '2px' }),
  tone: css({
    inlineSize: '44px',
    blockSize: '40px',
    fontSize: '22px',
    borderRadius: radius.pill,
    '&:hover': { backgroundColor: color.hover },
    '&[aria-checked="true"]': { backgroundColor: color.accentWash, boxShadow: `inset 0 0 0 2px ${color.accentText}` },
  }),
};

const NAMES = Object.keys(TONES) as Tone[];

type Props = { readonly chosen: Tone; readonly onChoose: (tone: Tone) => void };

/** Radio group that chooses the skin tone of all emoji. */
export const Tones = ({ chosen, onChoose }: Props) => {
  const { t } = useTranslation('emoji');
  return (
    <div css={styles.root} role="radiogroup" aria-label={t('tone')}>
      {NAMES.map((tone) => (
        // biome-ignore lint/a11y/useSemanticElements: pressing the tone that is already chosen must also close the choice
        <button
          css={styles.tone}
          key={tone}
          type="button"
          role="radio"
          aria-checked={tone === chosen}
          aria-label={t(`tones.${tone}`)}
          onClick={() => onChoose(tone)}
        >
          {withTone('✋', tone)}
        </button>
      ))}
    </div>
  );
};
