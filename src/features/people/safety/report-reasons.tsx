import { css } from '@emotion/react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportReason } from '#contract/people/people.ts';
import { color, motion, radius, size, space } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({ border: 0, margin: 0, padding: 0, minInlineSize: 0 }),
  legend: css({ padding: 0, marginBlockEnd: space(2), fontWeight: 650 }),
  list: css({ borderRadius: radius.card, backgroundColor: color.raised, overflow: 'hidden' }),
  choice: css({
    display: 'flex',
    alignItems: 'center',
    gap: space(3),
    minBlockSize: '48px',
    paddingInline: space(4),
    cursor: 'pointer',
    transition: `background-color ${motion.quick}`,
    '& + &': { boxShadow: `inset 0 1px 0 ${color.line}` },
    '&:hover': { backgroundColor: color.hover },
    '&:has(:checked)': { color: color.accentText, fontWeight: 600 },
    '&:has(:focus-visible)': { outline: `2px solid ${color.focus}`, outlineOffset: '-3px' },
  }),
  dot: css({
    appearance: 'none',
    flexShrink: 0,
    inlineSize: '22px',
    blockSize: '22px',
    margin: 0,
    borderRadius: '50%',
    boxShadow: `inset 0 0 0 2px ${color.edge}`,
    '&:checked': { boxShadow: `inset 0 0 0 7px ${color.accentText}` },
    '&:focus-visible': { outline: 'none' },
  }),
  error: css({ marginBlockStart: space(2), fontSize: size.xs, color: color.danger }),
};

const KEYS = {
  spam: 'reasons.spam',
  fake: 'reasons.fake',
  minor: 'reasons.minor',
  nudity: 'reasons.nudity',
  abuse: 'reasons.abuse',
  scam: 'reasons.scam',
  other: 'reasons.other',
} as const satisfies Record<ReportReason, string>;

type Props = {
  readonly reasons: readonly ReportReason[];
  readonly value: ReportReason | undefined;
  readonly onChoose: (reason: ReportReason) => void;
  readonly error: string | undefined;
};

/** Radio group of the reasons for reporting a user, with the error shown when none is selected. */
export const ReportReasons = ({ reasons, value, onChoose, error }: Props) => {
  const { t } = useTranslation('safety');
  const name = useId();
  return (
    <fieldset css={styles.root} aria-describedby={error ? `${name}-error` : undefined}>
      <legend css={styles.legend}>{t('reason')}</legend>
      <div css={styles.list}>
        {reasons.map((reason) => (
          <label key={reason} css={styles.choice}>
            <input
              css={styles.dot}
              type="radio"
              name={name}
              checked={reason === value}
              onChange={() => onChoose(reason)}
            />
            {t(KEYS[reason])}
          </label>
        ))}
      </div>
      <p css={styles.error} id={`${name}-error`} role={error ? 'alert' : undefined} hidden={!error}>
        {error}
      </p>
    </fieldset>
  );
};
