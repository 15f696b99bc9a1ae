import { css } from '@emotion/react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../ui/dialog/sheet.tsx';
import { Button } from '../../../ui/input/button.tsx';
import { color, space } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({ display: 'grid', gap: space(3), padding: space(5), paddingBlockStart: 0 }),
  text: css({ color: color.soft, marginBlockEnd: space(2) }),
};

type Props = { readonly name: string; readonly onClose: () => void; readonly onConfirm: () => void };

/** Asks for confirmation before a friendship is ended. */
const UnfriendSheet = ({ name, onClose, onConfirm }: Props) => {
  const { t } = useTranslation(['profile', 'common']);
  const confirm = () => {
    onConfirm();
    onClose();
  };
  return (
    <Sheet open onClose={onClose} title={t('unfriend.title', { name })}>
      <div css={styles.root}>
        <p css={styles.text}>{t('unfriend.text')}</p>
        <Button variant="danger" wide onClick={confirm}>
          {t('unfriend.confirm')}
        </Button>
        <Button wide onClick={onClose}>
          {t('common:cancel')}
        </Button>
      </div>
    </Sheet>
  );
};
export default UnfriendSheet;
