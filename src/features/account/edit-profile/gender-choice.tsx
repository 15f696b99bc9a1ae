import { css } from '@emotion/react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { GENDERS, type Gender } from '#contract/people/people.ts';
import { color, motion, radius, size, space } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({ border: 0, margin: 0, padding: 0, minInlineSize: 0 }),
  legend: css({ padding: 0, marginBlockEnd: space(1.5), fontSize: size.xs, fontWeight: 600, color: color.soft }),
  row: css({ display: 'flex', flexWrap: 'wrap', gap: space(2) }),
  choice: css({
    position: 'relative',
    display: 'inline-grid',
    placeItems: 'center',
    minBlockSize: '44px',
    paddingInline: space(5),
    borderRadius: radius.pill,
    backgroundColor: color.raised,
    boxShadow: `inset 0 0 0 1px ${color.edge}`,
    cursor: 'pointer',
    transition: `box-shadow ${motion.quick}, background-color ${motion.quick}`,
    '&:hover': { backgroundColor: color.hover },
    '&:has(:checked)': {
      backgroundColor: color.accentWash,
      color: color.accentText,
      fontWeight: 650,
      boxShadow: `inset 0 0 0 1.5px ${color.accentText}`,
    },
    '&:has(:focus-visible)': { outline: `2px solid ${color.focus}`, outlineOffset: '2px' },
  }),
  input: css({ position: 'absolute', inset: 0, opacity: 0, margin: 0, cursor: 'pointer' }),
};

const KEYS = {
  '': 'genders.none',
  female: 'genders.female',
  male: 'genders.male',
  other: 'genders.other',
} as const satisfies Record<Gender, string>;

type Props = { readonly value: Gender; readonly onChoose: (gender: Gender) => void };

/** Radio group for the user's gender, in the profile form and the complete-info panel. */
export const GenderChoice = ({ value, onChoose }: Props) => {
  const { t } = useTranslation('edit');
  const name = useId();
  return (
    <fieldset css={styles.root}>
      <legend css={styles.legend}>{t('gender')}</legend>
      <div css={styles.row}>
        {GENDERS.map((gender) => (
          <label key={gender} css={styles.choice}>
            <input
              css={styles.input}
              type="radio"
              name={name}
              checked={gender === value}
              onChange={() => onChoose(gender)}
            />
            {t(KEYS[gender])}
          </label>
        ))}
      </div>
    </fieldset>
  );
};
