import { css } from '@emotion/react';
import { useTranslation } from 'react-i18next';
import { accent, color, portrait, radius, space } from '../ui/style/tokens.ts';

const styles = {
  root: css({
    position: 'absolute',
    insetBlockStart: space(2.5),
    insetInlineStart: space(2.5),
    display: 'flex',
    flexWrap: 'wrap',
    gap: space(1),
  }),
  badge: css({
    paddingInline: space(2),
    paddingBlock: space(1),
    borderRadius: radius.pill,
    fontSize: '0.6875rem',
    fontWeight: 750,
    letterSpacing: '0.02em',
    lineHeight: 1,
    backgroundImage: accent,
    color: color.onAccent,
    '&[data-kind="silver"]': { backgroundImage: portrait.silver, color: portrait.onSilver },
  }),
};

type Props = { readonly isNew: boolean; readonly isSilver: boolean };

/**
 * Badges of a host: new, and member of the silver club. Renders nothing for a host with neither. Decorative, because the card states them
 * as text.
 */
export const CardBadges = ({ isNew, isSilver }: Props) => {
  const { t } = useTranslation('wall');
  if (!isNew && !isSilver) return null;
  return (
    <span css={styles.root} aria-hidden="true">
      {isNew ? <span css={styles.badge}>{t('card.new')}</span> : null}
      {isSilver ? (
        <span css={styles.badge} data-kind="silver">
          {t('card.silver')}
        </span>
      ) : null}
    </span>
  );
};
