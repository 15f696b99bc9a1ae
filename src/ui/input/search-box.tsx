import { css } from '@emotion/react';
import { Search } from 'lucide-react';
import { color, radius, size, space } from '../style/tokens.ts';

const styles = {
  box: css({
    display: 'flex',
    alignItems: 'center',
    gap: space(2),
    flexShrink: 0,
    marginInline: space(5),
    paddingInline: space(4),
    minBlockSize: '48px',
    borderRadius: radius.pill,
    backgroundColor: color.raised,
    color: color.soft,
    boxShadow: `inset 0 0 0 1px ${color.edge}`,
    '&:focus-within': { boxShadow: `inset 0 0 0 2px ${color.focus}` },
  }),
  input: css({
    flex: 1,
    minInlineSize: 0,
    border: 0,
    background: 'none',
    color: color.text,
    fontSize: size.md,
    '&::placeholder': { color: color.faint, opacity: 1 },
    '&:focus-visible': { outline: 'none' },
    '&::-webkit-search-cancel-button': { display: 'none' },
  }),
};

type Props = {
  /** Accessible name and placeholder. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
};

/** Search input above a list that it filters. */
export const SearchBox = ({ label, value, onChange }: Props) => (
  <label css={styles.box}>
    <Search size={18} aria-hidden="true" />
    <input
      css={styles.input}
      type="search"
      dir="auto"
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  </label>
);
