import { css } from '@emotion/react';
import { Gift } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatClock } from '../../i18n/format.ts';
import { color, portrait, radius, size, space } from '../style/tokens.ts';

const styles = {
  root: css({
    display: 'inline-flex',
    alignItems: 'center',
    justifySelf: 'start',
    gap: space(2),
    minBlockSize: '36px',
    paddingInline: space(3),
    paddingBlock: space(1),
    borderRadius: radius.pill,
    backgroundColor: color.accentWash,
    color: color.accentText,
    fontSize: size.xs,
    fontWeight: 650,
    '&[data-on="portrait"]': { backgroundColor: portrait.glass, color: portrait.ink },
  }),
};

type Props = {
  readonly offer: 'first' | 'free';
  readonly seconds: number;
  readonly on?: 'surface' | 'portrait';
};

/** Note, before a call, that its first `seconds` are free. */
export const FreeCallNote = ({ offer, seconds, on = 'surface' }: Props) => {
  const { t } = useTranslation('call');
  const time = formatClock(seconds);
  return (
    <p css={styles.root} data-on={on}>
      <Gift size={16} aria-hidden="true" />
      {offer === 'first' ? t('offer.first', { time }) : t('offer.free', { time })}
    </p>
  );
};
