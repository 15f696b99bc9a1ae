import { css } from '@emotion/react';
import { useTranslation } from 'react-i18next';
import { color, size, space } from '../../ui/style/tokens.ts';

const COUNT_FROM = 200;

const styles = {
  root: css({
    paddingInline: space(4),
    paddingBlockEnd: space(1),
    fontSize: size.xs,
    color: color.soft,
    textAlign: 'end',
    fontVariantNumeric: 'tabular-nums',
    '&[data-over]': { color: color.danger },
  }),
};

/** Number of characters that a message has left, or is too long by; renders nothing while 200 or more are left. */
export const CharsLeft = ({ left }: { readonly left: number }) => {
  const { t } = useTranslation('message');
  if (left >= COUNT_FROM) return null;
  return (
    <p css={styles.root} data-over={left < 0 || undefined} role="status">
      {left < 0 ? t('composer.tooLong', { count: -left }) : t('composer.left', { count: left })}
    </p>
  );
};
