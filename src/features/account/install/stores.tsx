import { css } from '@emotion/react';
import { useTranslation } from 'react-i18next';
import { useAppState } from '../../../data/use-app-state.ts';
import { buttonStyle } from '../../../ui/input/button.tsx';
import { size, space } from '../../../ui/style/tokens.ts';

const styles = {
  title: css({ fontSize: size.md }),
  stores: css({ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: space(2) }),
};

const isWeb = (url: string | undefined): url is string => url?.startsWith('https://') === true;

/** Links to the app stores in which the brand has an app; renders nothing if it has none. */
export const Stores = () => {
  const { t } = useTranslation('download');
  const stores = useAppState('config')?.stores;
  const links = [
    ['App Store', stores?.iosUrl],
    ['Google Play', stores?.androidUrl],
  ] as const;
  const known = links.flatMap(([name, url]) => (isWeb(url) ? [{ name, url }] : []));
  if (known.length === 0) return null;
  return (
    <>
      <h3 css={styles.title}>{t('stores')}</h3>
      <div css={styles.stores}>
        {known.map(({ name, url }) => (
          <a key={name} href={url} css={buttonStyle} data-look="plain" target="_blank" rel="noopener noreferrer">
            {name}
          </a>
        ))}
      </div>
    </>
  );
};
