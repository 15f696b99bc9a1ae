import { css } from '@emotion/react';
import { Check, ChevronDown, Globe } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StoreRow } from '#db/schema.ts';
import { core } from '../../../core/core.ts';
import { countryName, sortedByName } from '../../../i18n/names.ts';
import { reportFailure } from '../../../ui/feedback/report.ts';
import { Flag } from '../../../ui/mark/flag.tsx';
import { color, radius, size, space } from '../../../ui/style/tokens.ts';

const styles = {
  button: css({
    display: 'inline-flex',
    alignItems: 'center',
    gap: space(2),
    minBlockSize: '44px',
    paddingInline: space(3),
    borderRadius: radius.pill,
    fontSize: size.xs,
    fontWeight: 600,
    color: color.soft,
    boxShadow: `inset 0 0 0 1px ${color.line}`,
    '&:hover:not(:disabled)': { backgroundColor: color.hover },
  }),
  list: css({
    inlineSize: '100%',
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))',
    gap: space(1),
    '& > button': {
      display: 'flex',
      alignItems: 'center',
      gap: space(2),
      minBlockSize: '44px',
      paddingInline: space(2),
      borderRadius: radius.field,
      fontSize: size.xs,
      textAlign: 'start',
      '&:hover': { backgroundColor: color.hover },
      '&[aria-pressed="true"]': { color: color.accentText, fontWeight: 650 },
      '& > span:nth-of-type(2)': { flex: 1, minInlineSize: 0 },
    },
  }),
};

/** Returns the countries with the chosen one first and the others by their names in the language of the interface. */
function inOrder(countries: StoreRow['countries'], nameOf: (country: string) => string): StoreRow['countries'] {
  return sortedByName(countries, ({ country }) => nameOf(country)).toSorted(
    (one, other) => Number(other.selected) - Number(one.selected),
  );
}

type Props = { readonly countries: StoreRow['countries']; readonly disabled: boolean };

/** Selects the country whose prices are shown. Every country can be chosen. */
export const CountryChoice = ({ countries, disabled }: Props) => {
  const { t } = useTranslation('payments');
  const [open, setOpen] = useState(false);
  const nameOf = (country: string) => (country === '' ? t('elsewhere') : countryName(country));
  const selected = countries.find((country) => country.selected);
  const choose = async (country: string) => {
    setOpen(false);
    reportFailure(await core.refreshStore(country));
  };
  return (
    <>
      <button
        type="button"
        css={styles.button}
        disabled={disabled}
        aria-expanded={open}
        aria-label={`${t('country')}: ${selected ? `${nameOf(selected.country)}, ${selected.currency}` : ''}`}
        onClick={() => setOpen(!open)}
      >
        {selected?.country ? <Flag country={selected.country} /> : <Globe size={16} aria-hidden="true" />}
        <span>{selected?.currency ?? ''}</span>
        <ChevronDown size={16} aria-hidden="true" />
      </button>
      {open ? (
        <div css={styles.list}>
          {inOrder(countries, nameOf).map(({ country, currency, selected: isChosen }) => (
            <button key={country} type="button" aria-pressed={isChosen} onClick={() => void choose(country)}>
              <Flag country={country} />
              <span>{nameOf(country)}</span>
              {isChosen ? <Check size={16} aria-hidden="true" /> : <span>{currency}</span>}
            </button>
          ))}
        </div>
      ) : null}
    </>
  );
};
