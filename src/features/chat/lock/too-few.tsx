import { css } from '@emotion/react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { formatNumber } from '../../../i18n/format.ts';
import { OWN_HOME } from '../../../paths.ts';
import { buttonStyle } from '../../../ui/button.tsx';
import { color, radius, size, space } from '../../../ui/tokens.ts';

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

/** So many gems are missing, and where one's own are shown. Nothing is bought by itself. */
export const TooFew = ({ need, onLeave }: { readonly need: number; readonly onLeave: () => void }) => {
  const { t } = useTranslation('unlock');
  return (
    <div css={lockStyles.note} data-bad role="alert">
      {t('missing', { gems: formatNumber(need) })}
      <Link href={OWN_HOME} css={buttonStyle} data-look="plain" data-size="small" onClick={onLeave}>
        {t('gems')}
      </Link>
    </div>
  );
};
