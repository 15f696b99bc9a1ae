import { css } from '@emotion/react';
import { Gem } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { HOME } from '../paths.ts';
import { Empty } from '../ui/feedback/empty.tsx';
import { buttonStyle } from '../ui/input/button.tsx';

const styles = { root: css({ blockSize: '100dvh' }) };

/** Page for an unknown URL, with a link to the start page. */
export const NotFound = () => {
  const { t } = useTranslation();
  return (
    <main css={styles.root}>
      <Empty
        level="h1"
        art={<Gem size={40} />}
        title={t('notFound.title')}
        text={t('notFound.text')}
        action={
          <Link href={HOME} css={buttonStyle} data-look="primary">
            {t('notFound.home')}
          </Link>
        }
      />
    </main>
  );
};
