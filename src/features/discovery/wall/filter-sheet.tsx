import { css } from '@emotion/react';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HostFacets } from '#contract/people/host-filter.ts';
import type { HostFilter, HostQuery } from '#contract/people/host-query.ts';
import { NICK_MAX_CHARS } from '#contract/people/rules.ts';
import { textFault } from '#contract/text/text-fault.ts';
import { core } from '../../../core/core.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { useWords } from '../../../i18n/more.ts';
import { countryName, languageLabel, namedOptions } from '../../../i18n/names.ts';
import { Sheet } from '../../../ui/dialog/sheet.tsx';
import { Button } from '../../../ui/input/button.tsx';
import { Field } from '../../../ui/input/field.tsx';
import { SelectField } from '../../../ui/input/select-field.tsx';
import { Switch } from '../../../ui/input/switch.tsx';
import { space } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({ display: 'grid', gap: space(4), padding: space(5), paddingBlockStart: 0, overflowY: 'auto' }),
  pair: css({ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 160px), 1fr))', gap: space(3) }),
  ends: css({ display: 'grid', gap: space(2) }),
};

/** Ranges of ages, by their first year; the last one is open. */
const AGES: readonly (readonly [from: number, to: number | undefined])[] = [
  [18, 24],
  [25, 34],
  [35, 44],
  [45, undefined],
];
/** Largest number of prices that are offered; of more prices, only every second, third and so on is. */
const PRICES_MAX = 8;
const NO_FACETS: HostFacets = { languages: [], countries: [], prices: [] };

/** Returns at most `PRICES_MAX` of the prices, the lowest first, without the highest: a filter up to it would find all hosts. */
function offeredPrices(prices: readonly number[]): readonly number[] {
  const below = prices.slice(0, -1);
  const step = Math.max(1, Math.ceil(below.length / PRICES_MAX));
  return below.filter((_price, index) => index % step === 0);
}

const withChosen = (codes: readonly string[], chosen: string | undefined) =>
  chosen === undefined || codes.includes(chosen) ? codes : [...codes, chosen];

type Props = { readonly query: HostQuery; readonly onChange: (query: HostQuery) => void; readonly onClose: () => void };

/** Sheet in which the filter of the wall is chosen, from what hosts have. Offline it offers only what is chosen already. */
const FilterSheet = ({ query, onChange, onClose }: Props) => {
  const ready = useWords('filter');
  const { t } = useTranslation(['filter', 'wall', 'people']);
  const [facets, setFacets] = useState(NO_FACETS);
  const [{ sort, ...filter }, setFilter] = useState(query);
  useEffect(() => {
    let isOpen = true;
    void core.readHostFacets().then((result) => isOpen && result.ok && setFacets(result.value));
    return () => {
      isOpen = false;
    };
  }, []);
  if (!ready) return null;

  const change = (part: Partial<HostFilter>) => setFilter({ sort, ...filter, ...part });
  const show = (event: FormEvent) => {
    event.preventDefault();
    onChange({ sort, ...filter });
    onClose();
  };
  const any = { value: '', label: t('any') };
  const search = { label: t('search'), none: t('none') };
  const sorted = (codes: readonly string[], nameOf: (code: string) => string) => [any, ...namedOptions(codes, nameOf)];
  const prices = withChosen(offeredPrices(facets.prices).map(String), filter.priceMax?.toString()).map((value) => ({
    value,
    label: t('wall:filter.upTo', { price: t('people:priceShort', { count: Number(value) }) }),
  }));
  const ages = AGES.map(([from, to]) => ({
    value: String(from),
    label:
      to === undefined
        ? t('wall:filter.older', { age: formatNumber(from) })
        : `${formatNumber(from)}–${formatNumber(to)}`,
  }));
  const chooseAge = (value: string) => {
    const [ageMin, ageMax] = AGES.find(([from]) => String(from) === value) ?? [];
    change({ ageMin, ageMax });
  };
  return (
    <Sheet open onClose={onClose} title={t('title')}>
      <form css={styles.root} onSubmit={show}>
        <Field
          label={t('name')}
          type="search"
          dir="auto"
          enterKeyHint="search"
          autoComplete="off"
          maxChars={NICK_MAX_CHARS}
          value={filter.name ?? ''}
          onChange={({ target }) => change({ name: target.value })}
        />
        <Switch
          label={t('wall:filter.online')}
          on={filter.online ?? false}
          onSwitch={(on) => change({ online: on || undefined })}
        />
        <div css={styles.pair}>
          <SelectField
            label={t('language')}
            options={sorted(withChosen(facets.languages, filter.lang), languageLabel)}
            value={filter.lang ?? ''}
            onChange={(lang) => change({ lang: lang || undefined })}
            placeholder={t('any')}
            search={search}
          />
          <SelectField
            label={t('country')}
            options={sorted(withChosen(facets.countries, filter.country), countryName)}
            value={filter.country ?? ''}
            onChange={(country) => change({ country: country || undefined })}
            placeholder={t('any')}
            search={search}
          />
          <SelectField
            label={t('price')}
            options={[any, ...prices]}
            value={filter.priceMax?.toString() ?? ''}
            onChange={(value) => change({ priceMax: value === '' ? undefined : Number(value) })}
            placeholder={t('any')}
            search={search}
          />
          <SelectField
            label={t('age')}
            options={[any, ...ages]}
            value={filter.ageMin?.toString() ?? ''}
            onChange={chooseAge}
            placeholder={t('any')}
            search={search}
          />
        </div>
        <div css={styles.ends}>
          <Button
            variant="primary"
            wide
            type="submit"
            disabled={textFault(filter.name ?? '', NICK_MAX_CHARS) !== undefined}
          >
            {t('show')}
          </Button>
          <Button
            wide
            onClick={() => {
              onChange({ sort });
              onClose();
            }}
          >
            {t('wall:filter.clear')}
          </Button>
        </div>
      </form>
    </Sheet>
  );
};
export default FilterSheet;
