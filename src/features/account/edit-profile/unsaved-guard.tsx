import { css } from '@emotion/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { blockNavigation } from '../../../routing/block-navigation.ts';
import { Sheet } from '../../../ui/dialog/sheet.tsx';
import { Button } from '../../../ui/input/button.tsx';
import { color, space } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({ display: 'grid', gap: space(3), padding: space(5), paddingBlockStart: 0 }),
  text: css({ color: color.soft, marginBlockEnd: space(2) }),
};

/** Asks for confirmation before unsaved input is lost by navigation, the back button or closing the tab. */
export const UnsavedGuard = ({ unsaved }: { readonly unsaved: boolean }) => {
  const { t } = useTranslation('edit');
  const [leaving, setLeaving] = useState<() => void>();
  const ask = useRef((go: () => void) => setLeaving(() => go));
  useEffect(() => (unsaved ? blockNavigation(ask.current) : undefined), [unsaved]);
  const stay = useCallback(() => setLeaving(undefined), []);
  if (!leaving) return null;
  return (
    <Sheet open onClose={stay} title={t('unsaved.title')}>
      <div css={styles.root}>
        <p css={styles.text}>{t('unsaved.text')}</p>
        <Button variant="danger" wide onClick={leaving}>
          {t('unsaved.leave')}
        </Button>
        <Button wide onClick={stay}>
          {t('unsaved.stay')}
        </Button>
      </div>
    </Sheet>
  );
};
