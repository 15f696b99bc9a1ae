import { css } from '@emotion/react';
import { useTranslation } from 'react-i18next';
import type { MatchFilter } from '#contract/calls/calls.ts';
import { LANGUAGES } from '../../../i18n/languages.ts';
import { countryName, languageLabel, namedOptions } from '../../../i18n/names.ts';
import { SelectField } from '../../../ui/input/select-field.tsx';
import { FLAGS } from '../../../ui/mark/flag-countries.ts';
import { space } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(8.5rem, 1fr))',
    gap: space(3),
    textAlign: 'start',
  }),
};

type Props = { readonly filter: MatchFilter; readonly onChange: (filter: MatchFilter) => void };

/** Filter of the random match: any user, or only those with a language, from a country, or both. */
export const FilterFields = ({ filter, onChange }: Props) => {
  const { t } = useTranslation('match');
  const anybody = { value: '', label: t('room.any') };
  const search = { label: t('room.search'), none: t('room.none') };
  return (
    <div css={styles.root}>
      <SelectField
        label={t('room.language')}
        options={[anybody, ...namedOptions(Object.keys(LANGUAGES), languageLabel)]}
        value={filter.lang}
        onChange={(lang) => onChange({ ...filter, lang })}
        placeholder={t('room.any')}
        search={search}
      />
      <SelectField
        label={t('room.country')}
        options={[anybody, ...namedOptions(FLAGS, countryName)]}
        value={filter.country}
        onChange={(country) => onChange({ ...filter, country })}
        placeholder={t('room.any')}
        search={search}
      />
    </div>
  );
};
