import { css } from '@emotion/react';
import { useTranslation } from 'react-i18next';
import { turnSuggestions, useSuggestionsOn } from '../../../data/stored-switch.ts';
import { color, size, space } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({
    display: 'grid',
    justifyItems: 'center',
    gap: space(1),
    padding: space(6),
    textAlign: 'center',
    fontSize: size.xs,
    color: color.faint,
  }),
  on: css({ minBlockSize: '44px', paddingInline: space(3), fontWeight: 650, color: color.accentText }),
};

/** End of the wall; if suggestions are off, with a button that turns them on. */
export const WallEnd = () => {
  const { t } = useTranslation('wall');
  const off = !useSuggestionsOn();
  return (
    <div css={styles.root}>
      <p>{t('end')}</p>
      {off ? (
        <p>
          {t('suggest.off')}
          <button type="button" css={styles.on} onClick={() => turnSuggestions(true)}>
            {t('suggest.on')}
          </button>
        </p>
      ) : null}
    </div>
  );
};
