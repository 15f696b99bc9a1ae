import { css } from '@emotion/react';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { formatNumber } from '../../i18n/format.ts';
import { currentLocale } from '../../i18n/i18n.ts';
import { color, motion, radius, size, space } from '../style/tokens.ts';
import { type DateParts, dateOf, orderOf, partsOf } from './date-parts.ts';

const styles = {
  root: css({ border: 0, margin: 0, padding: 0, minInlineSize: 0 }),
  legend: css({ padding: 0, marginBlockEnd: space(1.5), fontSize: size.xs, fontWeight: 600, color: color.soft }),
  row: css({ display: 'flex', gap: space(2) }),
  box: css({
    position: 'relative',
    flex: 1,
    minInlineSize: 0,
    '&[data-part="month"]': { flex: 1.7 },
    '& svg': {
      position: 'absolute',
      insetInlineEnd: space(2),
      insetBlockStart: '17px',
      color: color.faint,
      pointerEvents: 'none',
    },
  }),
  select: css({
    inlineSize: '100%',
    minBlockSize: '52px',
    paddingInlineStart: space(3),
    paddingInlineEnd: space(7),
    border: 0,
    borderRadius: radius.field,
    appearance: 'none',
    backgroundColor: color.raised,
    color: color.text,
    textOverflow: 'ellipsis',
    boxShadow: `inset 0 0 0 1px ${color.edge}`,
    transition: `box-shadow ${motion.quick}`,
    '&:focus-visible': { outline: 'none', boxShadow: `inset 0 0 0 2px ${color.focus}` },
    '&[aria-invalid="true"]': { boxShadow: `inset 0 0 0 2px ${color.danger}` },
    '&[data-empty]': { color: color.faint },
    '& option': { color: color.text, backgroundColor: color.raised },
  }),
  note: css({ marginBlockStart: space(1.5), fontSize: size.xs, color: color.faint }),
  error: css({ color: color.danger }),
};

type Props = {
  readonly label: string;
  /** YYYY-MM-DD, or empty. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** First and last selectable year, both included. */
  readonly from: number;
  readonly to: number;
  readonly words: { readonly day: string; readonly month: string; readonly year: string };
  readonly error?: string | undefined;
  readonly hint?: string;
};

const numbers = (from: number, to: number) =>
  Array.from({ length: Math.abs(to - from) + 1 }, (_, step) => (to >= from ? from + step : from - step));

/** Date input with three selects, in the order of the interface language. Selects are faster than a calendar for distant years. */
export const DateField = ({ label, value, onChange, from, to, words, error, hint }: Props) => {
  const id = useId();
  const [parts, setParts] = useState(() => partsOf(value));
  // A date set from outside replaces the parts chosen here.
  const shown = value !== '' && dateOf(parts) !== value ? partsOf(value) : parts;
  const locale = currentLocale();
  const monthName = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
  const options: Record<keyof DateParts, readonly { value: number; label: string }[]> = {
    day: numbers(1, 31).map((day) => ({ value: day, label: formatNumber(day) })),
    month: numbers(1, 12).map((month) => ({ value: month, label: monthName.format(Date.UTC(2000, month - 1, 1)) })),
    year: numbers(to, from).map((year) => ({
      value: year,
      label: new Intl.NumberFormat(locale, { useGrouping: false }).format(year),
    })),
  };
  const choose = (part: keyof DateParts, chosen: string) => {
    const next = { ...shown, [part]: chosen };
    setParts(next);
    onChange(dateOf(next));
  };
  const note = error ?? hint;
  return (
    <fieldset css={styles.root} aria-describedby={note ? `${id}-note` : undefined}>
      <legend css={styles.legend}>{label}</legend>
      <div css={styles.row}>
        {orderOf(locale).map((part) => (
          <div key={part} css={styles.box} data-part={part}>
            <select
              css={styles.select}
              aria-label={words[part]}
              aria-invalid={error ? true : undefined}
              data-empty={shown[part] === '' || undefined}
              value={shown[part]}
              onChange={(event) => choose(part, event.target.value)}
            >
              <option value="">{words[part]}</option>
              {options[part].map((option) => (
                <option key={option.value} value={option.value}>
                  {option.label}
                </option>
              ))}
            </select>
            <ChevronDown size={18} aria-hidden="true" />
          </div>
        ))}
      </div>
      <p css={[styles.note, error && styles.error]} id={`${id}-note`} role={error ? 'alert' : undefined} hidden={!note}>
        {note}
      </p>
    </fieldset>
  );
};
