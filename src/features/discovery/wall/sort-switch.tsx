import { css } from '@emotion/react';
import { Flame, Sparkles } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { HOST_SORTS, type HostSort } from '#contract/people/host-query.ts';
import { color, motion, radius, size, space } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({
    display: 'inline-flex',
    padding: '3px',
    borderRadius: radius.pill,
    backgroundColor: color.raised,
    boxShadow: `inset 0 0 0 1px ${color.line}`,
  }),
  choice: css({
    display: 'inline-flex',
    alignItems: 'center',
    gap: space(1.5),
    minBlockSize: '38px',
    paddingInline: space(3.5),
    borderRadius: radius.pill,
    fontSize: size.xs,
    fontWeight: 650,
    color: color.soft,
    transition: `background-color ${motion.calm}, color ${motion.calm}`,
    '&:hover': { color: color.text },
    '&[aria-pressed="true"]': { backgroundColor: color.surface, color: color.accentText },
  }),
};

const ICONS = { hot: Flame, new: Sparkles } as const;

type Props = { readonly value: HostSort; readonly onChange: (value: HostSort) => void };

/** Buttons above the wall that select its order: popular or new hosts first. */
export const SortSwitch = ({ value, onChange }: Props) => {
  const { t } = useTranslation('wall');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form
    <div css={styles.root} role="group" aria-label={t('order')}>
      {HOST_SORTS.map((sort) => {
        const Icon = ICONS[sort];
        return (
          <button
            key={sort}
            type="button"
            css={styles.choice}
            aria-pressed={value === sort}
            onClick={() => onChange(sort)}
          >
            <Icon size={16} aria-hidden="true" />
            {t(`sort.${sort}`)}
          </button>
        );
      })}
    </div>
  );
};
