import { css } from '@emotion/react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../i18n/format.ts';
import { GetGems } from '../../../payments/get-gems.tsx';
import { color, radius, size, space } from '../../../ui/style/tokens.ts';

/** Styles shared by the sheets of paid messages. */
export const lockStyles = {
  note: css({
    display: 'grid',
    gap: space(2),
    padding: space(3),
    borderRadius: radius.field,
    backgroundColor: color.raised,
    fontSize: size.xs,
    '&[data-bad]': { backgroundColor: color.dangerWash, color: color.danger },
  }),
};

/** Note how many gems are missing for a purchase, with a link to the coin store. `source`: entry point for analytics. */
export const TooFew = ({ need, source }: { readonly need: number; readonly source: string }) => {
  const { t } = useTranslation('unlock');
  return (
    <div css={lockStyles.note} data-bad role="alert">
      {t('missing', { gems: formatNumber(need) })}
      <GetGems scene={{ source, need }} />
    </div>
  );
};
