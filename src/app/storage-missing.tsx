import { css } from '@emotion/react';
import { HardDrive } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Empty } from '../ui/feedback/empty.tsx';
import { Button } from '../ui/input/button.tsx';
import { GlobalStyle } from '../ui/style/global-style.tsx';
import { color, space } from '../ui/style/tokens.ts';

const styles = {
  root: css({ minBlockSize: '100dvh', display: 'grid' }),
  help: css({ color: color.soft, maxInlineSize: '32ch', marginBlockEnd: space(6), textWrap: 'balance' }),
};

/** Page shown instead of the app while the browser's databases cannot be used: the reason, and what the user can do. */
export const StorageMissing = ({ isFull = false }: { readonly isFull?: boolean }) => {
  const { t } = useTranslation('connection');
  return (
    <>
      <GlobalStyle />
      <main css={styles.root}>
        <Empty
          level="h1"
          art={<HardDrive size={40} />}
          title={t('storageMissingTitle')}
          text={t(isFull ? 'storageMissingFullText' : 'storageMissingText')}
          action={
            <>
              {isFull ? null : <p css={styles.help}>{t('storageMissingHelp')}</p>}
              <Button variant="primary" onClick={() => location.reload()}>
                {t('reload')}
              </Button>
            </>
          }
        />
      </main>
    </>
  );
};
