import { css } from '@emotion/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { setShowTranslate } from '../../data/stored-switch.ts';
import { userValue } from '../../local.ts';
import { Button } from '../../ui/input/button.tsx';
import { color, size, space } from '../../ui/style/tokens.ts';

const noted = userValue('translate-noted', (stored) => stored !== null);

const styles = {
  root: css({
    flexShrink: 0,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'flex-end',
    gap: space(2),
    paddingBlock: space(2),
    paddingInline: space(4),
    fontSize: size.xs,
    color: color.soft,
    backgroundColor: color.accentWash,
    '& p': { flex: '1 1 240px', textWrap: 'pretty' },
  }),
};

/** Shown with the first translation on a device: explains where texts are translated, and offers to turn translation off. */
const FirstNote = () => {
  const { t } = useTranslation('message');
  const [gone, setGone] = useState(noted.read);
  if (gone) return null;
  const close = () => {
    noted.write('yes');
    setGone(true);
  };
  const turnOff = () => {
    close();
    setShowTranslate(false);
  };
  return (
    <div css={styles.root} role="status">
      <p>{t('translation.where')}</p>
      <Button small onClick={turnOff}>
        {t('translation.turnOff')}
      </Button>
      <Button small variant="primary" onClick={close}>
        {t('translation.fine')}
      </Button>
    </div>
  );
};
export default FirstNote;
