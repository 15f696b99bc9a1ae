import { css } from '@emotion/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../ui/dialog/sheet.tsx';
import { Button } from '../../../ui/input/button.tsx';
import { color, space } from '../../../ui/style/tokens.ts';
import { useBlock } from './use-block.ts';

const styles = {
  root: css({ display: 'grid', gap: space(3), padding: space(5), paddingBlockStart: 0 }),
  text: css({ color: color.soft, marginBlockEnd: space(2), overflowWrap: 'anywhere' }),
};

type Props = { readonly uid: number; readonly name: string; readonly onClose: () => void };

/** Asks for confirmation of a block, which also ends a friendship. */
const BlockSheet = ({ uid, name, onClose }: Props) => {
  const { t } = useTranslation(['safety', 'common']);
  const { block } = useBlock(uid, name);
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    const done = await block();
    setBusy(false);
    if (done) onClose();
  };
  return (
    <Sheet open onClose={onClose} title={t('blockTitle', { name })}>
      <div css={styles.root}>
        <p css={styles.text}>{t('blockText')}</p>
        <Button variant="danger" wide disabled={busy} onClick={() => void confirm()}>
          {t('block')}
        </Button>
        <Button wide onClick={onClose}>
          {t('common:cancel')}
        </Button>
      </div>
    </Sheet>
  );
};
export default BlockSheet;
