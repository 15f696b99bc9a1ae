import { css } from '@emotion/react';
import { CircleAlert, CircleCheck, CircleX, Stethoscope } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { color, radius, size, space } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: space(4),
    padding: space(5),
    borderRadius: radius.card,
    backgroundColor: color.raised,
    backgroundImage: `radial-gradient(80% 120% at 0% 0%, ${color.aurora1}, transparent 70%)`,
    boxShadow: `inset 0 0 0 1px ${color.line}`,
  }),
  sign: css({
    display: 'grid',
    placeItems: 'center',
    inlineSize: '56px',
    blockSize: '56px',
    borderRadius: '36%',
    backgroundColor: color.surface,
    color: color.accentText,
    '&[data-state="good"]': { color: color.online },
    '&[data-state="fair"]': { color: color.warn },
    '&[data-state="bad"]': { color: color.danger },
  }),
  words: css({ flex: '1 1 240px', minInlineSize: 0 }),
  title: css({ fontSize: size.lg }),
  text: css({ color: color.soft, textWrap: 'pretty' }),
};

const SIGNS = {
  waiting: <Stethoscope size={28} />,
  running: <Spinner />,
  good: <CircleCheck size={28} />,
  fair: <CircleAlert size={28} />,
  bad: <CircleX size={28} />,
};

type Props = { readonly state: keyof typeof SIGNS; readonly action: ReactNode };

/** Overall result of the preflight: whether a call would work. */
export const Summary = ({ state, action }: Props) => {
  const { t } = useTranslation('preflight');
  return (
    <section css={styles.root} aria-labelledby="preflight-summary">
      <span css={styles.sign} data-state={state} aria-hidden="true">
        {SIGNS[state]}
      </span>
      <div css={styles.words} role="status">
        <h2 css={styles.title} id="preflight-summary">
          {t(`summary.${state}`)}
        </h2>
        <p css={styles.text}>{t(`summaryText.${state}`)}</p>
      </div>
      {action}
    </section>
  );
};
