import { css } from '@emotion/react';
import { useTranslation } from 'react-i18next';
import type { CardRow } from '#db/schema.ts';
import { useMinute } from '../../../data/use-minute.ts';
import { formatHourRange } from '../../../i18n/format.ts';
import { color, size } from '../../../ui/style/tokens.ts';

const note = css({ fontSize: size.xs, color: color.soft });

/** The present or the next weekly hours of a host, in the viewer's time zone. Nothing is drawn once they are over. */
export const UsualHours = ({ hours }: { readonly hours: CardRow['openHours'] }) => {
  const { t } = useTranslation('profile');
  const now = useMinute();
  if (!hours || hours.closesAt <= now) return null;
  return <p css={note}>{t('usually', { hours: formatHourRange(hours.opensAt, hours.closesAt) })}</p>;
};
