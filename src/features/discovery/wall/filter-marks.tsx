import { css } from '@emotion/react';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { HostFilter, HostQuery } from '#contract/people/host-query.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { countryName } from '../../../i18n/names.ts';
import { color, radius, size, space } from '../../../ui/style/tokens.ts';
import { besideLanguage } from './wall-query.ts';

const styles = {
  root: css({ display: 'flex', flexWrap: 'wrap', gap: space(2), marginBlockEnd: space(3) }),
  mark: css({
    display: 'inline-flex',
    alignItems: 'center',
    gap: space(1.5),
    maxInlineSize: '100%',
    minBlockSize: '44px',
    paddingInline: space(3.5),
    borderRadius: radius.pill,
    backgroundColor: color.accentWash,
    color: color.accentText,
    fontSize: size.xs,
    fontWeight: 650,
    '& > span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    '& > svg': { flexShrink: 0 },
  }),
};

type Props = { readonly query: HostQuery; readonly onChange: (query: HostQuery) => void };

/** The parts of the wall's filter besides the language; a press removes one. Nothing without a filter. */
export const FilterMarks = ({ query, onChange }: Props) => {
  const { t } = useTranslation(['wall', 'people']);
  const { name, country, priceMax, ageMin, ageMax, online } = besideLanguage(query);
  const age = [ageMin, ageMax].map((years) => (years === undefined ? '' : formatNumber(years)));
  const marks: readonly (readonly [text: string, fields: readonly (keyof HostFilter)[]])[] = [
    ...(name ? [[name, ['name']] as const] : []),
    ...(online ? [[t('filter.online'), ['online']] as const] : []),
    ...(country ? [[countryName(country), ['country']] as const] : []),
    ...(priceMax === undefined
      ? []
      : [[t('filter.upTo', { price: t('people:priceShort', { count: priceMax }) }), ['priceMax']] as const]),
    ...(ageMin === undefined && ageMax === undefined
      ? []
      : [
          [
            ageMax === undefined ? t('filter.older', { age: age[0] }) : age.filter(Boolean).join('–'),
            ['ageMin', 'ageMax'],
          ] as const,
        ]),
  ];
  if (marks.length === 0) return null;
  const remove = (fields: readonly (keyof HostFilter)[]) =>
    onChange({ ...query, ...Object.fromEntries(fields.map((field) => [field, undefined])) });
  return (
    <div css={styles.root}>
      {marks.map(([text, fields]) => (
        <button
          key={fields[0]}
          type="button"
          css={styles.mark}
          aria-label={t('filter.remove', { filter: text })}
          onClick={() => remove(fields)}
        >
          <span dir="auto">{text}</span>
          <X size={16} aria-hidden="true" />
        </button>
      ))}
    </div>
  );
};
