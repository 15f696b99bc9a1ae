import { Combobox } from '@base-ui/react/combobox';
import { css } from '@emotion/react';
import { Check, ChevronDown, Search } from 'lucide-react';
import { useId, useState } from 'react';
import { foldText } from '#contract/text/fold-text.ts';
import { useOverlay } from '../overlay.ts';
import { color, depth, motion, radius, size, space } from '../style/tokens.ts';

const styles = {
  root: css({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: space(1.5) }),
  label: css({ fontSize: size.xs, fontWeight: 600, color: color.soft }),
  trigger: css({
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: space(2),
    minBlockSize: '52px',
    paddingInline: space(4),
    borderRadius: radius.field,
    backgroundColor: color.raised,
    textAlign: 'start',
    boxShadow: `inset 0 0 0 1px ${color.edge}`,
    transition: `box-shadow ${motion.quick}`,
    '&:focus-visible, &[data-popup-open]': { outline: 'none', boxShadow: `inset 0 0 0 2px ${color.focus}` },
    '&[data-invalid]': { boxShadow: `inset 0 0 0 2px ${color.danger}` },
    '& > span': { minInlineSize: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    '&[data-placeholder] > span': { color: color.faint },
    '& svg': { color: color.faint },
  }),
  positioner: css({ zIndex: depth.select }),
  popup: css({
    inlineSize: 'max(var(--anchor-width), 220px)',
    maxInlineSize: 'var(--available-width)',
    maxBlockSize: 'min(420px, var(--available-height))',
    display: 'flex',
    flexDirection: 'column',
    borderRadius: radius.card,
    backgroundColor: color.raised,
    boxShadow: `0 16px 48px ${color.shadow}, inset 0 0 0 1px ${color.line}`,
    transition: `opacity ${motion.quick}, transform ${motion.quick} ${motion.ease}`,
    '&[data-starting-style], &[data-ending-style]': { opacity: 0, transform: 'translateY(-4px)' },
  }),
  search: css({
    display: 'flex',
    alignItems: 'center',
    gap: space(2),
    paddingInline: space(4),
    color: color.faint,
    boxShadow: `inset 0 -1px 0 ${color.line}`,
    '& input': {
      flex: 1,
      minInlineSize: 0,
      minBlockSize: '48px',
      border: 0,
      backgroundColor: 'transparent',
      color: color.text,
      '&:focus-visible': { outline: 'none' },
      '&::placeholder': { color: color.faint, opacity: 1 },
    },
  }),
  list: css({ overflowY: 'auto', padding: space(1.5), overscrollBehavior: 'contain', outline: 'none' }),
  item: css({
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: space(3),
    minBlockSize: '44px',
    paddingInline: space(3),
    borderRadius: '10px',
    cursor: 'pointer',
    contentVisibility: 'auto',
    containIntrinsicBlockSize: '44px',
    '&[data-highlighted]': { backgroundColor: color.hover },
    '&[data-selected]': { color: color.accentText, fontWeight: 600 },
  }),
  none: css({ padding: space(4), color: color.soft, textAlign: 'center', '&:empty': { display: 'none' } }),
  hint: css({ fontSize: size.xs, color: color.faint }),
  error: css({ fontSize: size.xs, color: color.danger }),
};

/** A choice of `SelectField`. */
export type Option = { readonly value: string; readonly label: string };

type Props = {
  readonly label: string;
  readonly options: readonly Option[];
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder: string;
  /** Label of the search field above the options, and the text shown when none matches. */
  readonly search: { readonly label: string; readonly none: string };
  readonly error?: string | undefined;
  readonly hint?: string;
};

/** Labelled select for long lists such as countries and languages, with a search field in its popup. */
export const SelectField = ({ label, options, value, onChange, placeholder, search, error, hint }: Props) => {
  const id = useId();
  const [open, setOpen] = useState(false);
  useOverlay(open);
  const note = error ?? hint;
  const chosen = options.find((option) => option.value === value) ?? null;
  return (
    <div css={styles.root}>
      <Combobox.Root
        items={options}
        value={chosen}
        onValueChange={(next: Option | null) => onChange(next?.value ?? '')}
        isItemEqualToValue={(a: Option, b: Option) => a.value === b.value}
        filter={({ label: name }: Option, query) => foldText(name).includes(foldText(query.trim()))}
        autoHighlight
        open={open}
        onOpenChange={setOpen}
      >
        <Combobox.Label css={styles.label}>{label}</Combobox.Label>
        <Combobox.Trigger
          css={styles.trigger}
          data-invalid={error ? true : undefined}
          aria-describedby={note ? `${id}-note` : undefined}
        >
          <span>
            <Combobox.Value placeholder={placeholder} />
          </span>
          <ChevronDown size={18} aria-hidden="true" />
        </Combobox.Trigger>
        <Combobox.Portal>
          <Combobox.Positioner css={styles.positioner} align="start" sideOffset={6} collisionPadding={12}>
            <Combobox.Popup css={styles.popup} aria-label={label}>
              <div css={styles.search}>
                <Search size={16} aria-hidden="true" />
                <Combobox.Input aria-label={search.label} placeholder={search.label} />
              </div>
              <Combobox.Empty css={styles.none}>{search.none}</Combobox.Empty>
              <Combobox.List css={styles.list}>
                {(option: Option) => (
                  <Combobox.Item key={option.value} value={option} css={styles.item}>
                    {option.label}
                    <Combobox.ItemIndicator>
                      <Check size={16} aria-hidden="true" />
                    </Combobox.ItemIndicator>
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
      <p css={error ? styles.error : styles.hint} id={`${id}-note`} role={error ? 'alert' : undefined} hidden={!note}>
        {note}
      </p>
    </div>
  );
};
