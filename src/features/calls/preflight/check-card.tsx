import { css } from '@emotion/react';
import { CircleAlert, CircleCheck, CircleX, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { color, radius, size, space } from '../../../ui/style/tokens.ts';
import type { Grade } from './verdicts.ts';

const styles = {
  root: css({
    display: 'grid',
    alignContent: 'start',
    gap: space(3),
    padding: space(4),
    borderRadius: radius.card,
    backgroundColor: color.surface,
    boxShadow: `inset 0 0 0 1px ${color.line}`,
    '&[data-grade="waiting"]': { opacity: 0.85 },
  }),
  head: css({ display: 'flex', alignItems: 'center', gap: space(3), '& > svg:first-of-type': { color: color.soft } }),
  title: css({ flex: 1, minInlineSize: 0, fontSize: size.md }),
  mark: css({
    display: 'grid',
    color: color.soft,
    '&[data-grade="good"]': { color: color.online },
    '&[data-grade="fair"]': { color: color.warn },
    '&[data-grade="bad"]': { color: color.danger },
  }),
  words: css({ color: color.soft, textWrap: 'pretty' }),
};

const MARKS: Partial<Record<Grade, LucideIcon>> = { good: CircleCheck, fair: CircleAlert, bad: CircleX };

type Props = {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly grade: Grade;
  /** Text with the result of the check and advice. */
  readonly words: string;
  readonly children?: ReactNode;
};

/** Card of one preflight check: its state and advice. */
export const CheckCard = ({ icon: Icon, title, grade, words, children }: Props) => {
  const { t } = useTranslation('preflight');
  const Mark = MARKS[grade];
  const label = t(`grade.${grade}`);
  return (
    <li css={styles.root} data-grade={grade}>
      <div css={styles.head}>
        <Icon size={22} aria-hidden="true" />
        <h2 css={styles.title}>{title}</h2>
        <span css={styles.mark} data-grade={grade}>
          {Mark ? <Mark size={24} role="img" aria-label={label} /> : null}
          {grade === 'running' ? <Spinner /> : null}
        </span>
      </div>
      {children}
      <p css={styles.words} role="status">
        {grade === 'running' ? label : words}
      </p>
    </li>
  );
};
