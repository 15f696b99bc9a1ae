import { css } from '@emotion/react';
import { X } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CLOSED_COUNTRIES_MAX, ROLE_ANCHOR } from '#contract/account/rules.ts';
import { core } from '../../../core/core.ts';
import { useSession } from '../../../data/session.tsx';
import { useSetting } from '../../../data/settings.ts';
import { countryOptions } from '../../../i18n/country-options.ts';
import { currentLanguage } from '../../../i18n/i18n.ts';
import { useWords } from '../../../i18n/more.ts';
import { countryName } from '../../../i18n/names.ts';
import { reportFailure } from '../../../ui/feedback/report.ts';
import { IconButton } from '../../../ui/input/icon-button.tsx';
import { SelectField } from '../../../ui/input/select-field.tsx';
import { Group } from '../../../ui/layout/group.tsx';
import { space } from '../../../ui/style/tokens.ts';

const styles = {
  row: css({
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: space(3),
    paddingInlineStart: space(4),
    paddingInlineEnd: space(2),
    minBlockSize: '52px',
  }),
  add: css({ padding: space(4) }),
};

/**
 * For a host: the countries in which the host is not shown, with a choice of one more. They are a setting of the account and apply at once.
 */
export const ClosedCountries = () => {
  const isHost = useSession()?.role === ROLE_ANCHOR;
  const ready = useWords('hosting');
  const { t } = useTranslation('hosting');
  const closed = useSetting('closedCountries');
  const language = currentLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names depend on the language
  const countries = useMemo(countryOptions, [language]);
  const store = async (closedCountries: readonly string[]) =>
    reportFailure(await core.changeSettings({ closedCountries }));
  if (!isHost || !ready) return null;
  return (
    <Group title={t('countries.title')} note={t('countries.note')}>
      {closed.map((country) => (
        <div key={country} css={styles.row}>
          {countryName(country)}
          <IconButton
            label={t('countries.remove', { country: countryName(country) })}
            onClick={() => void store(closed.filter((one) => one !== country))}
          >
            <X size={20} />
          </IconButton>
        </div>
      ))}
      {closed.length < CLOSED_COUNTRIES_MAX ? (
        <div css={styles.add}>
          <SelectField
            label={t('countries.add')}
            options={countries.filter(({ value }) => !closed.includes(value))}
            value=""
            onChange={(country) => void store([...closed, country])}
            placeholder={t('countries.choose')}
            search={{ label: t('countries.search'), none: t('countries.nothing') }}
          />
        </div>
      ) : null}
    </Group>
  );
};
