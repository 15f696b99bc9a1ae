import { css } from '@emotion/react';
import { useTranslation } from 'react-i18next';
import { useAppState } from '../../../data/use-app-state.ts';
import { buttonStyle } from '../../../ui/input/button.tsx';
import { QrCode } from '../../../ui/mark/qr-code.tsx';
import { color, radius, size, space } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({
    display: 'grid',
    gap: space(3),
    justifyItems: 'center',
    alignContent: 'start',
    padding: space(5),
    textAlign: 'center',
    borderRadius: radius.card,
    backgroundColor: color.surface,
    boxShadow: `inset 0 0 0 1px ${color.line}`,
  }),
  title: css({ fontSize: size.md }),
  text: css({ fontSize: size.xs, color: color.soft }),
  code: css({ inlineSize: 'min(100%, 220px)' }),
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

/** QR code with the app's address for another device, and links to app stores. */
export const OtherDevices = () => {
  const { t } = useTranslation('download');
  return (
    <section css={styles.root} aria-label={t('qrTitle')}>
      <h2 css={styles.title}>{t('qrTitle')}</h2>
      <div css={styles.code}>
        <QrCode text={location.origin} label={t('qrAlt', { address: location.host })} />
      </div>
      <p css={styles.text}>{t('qrText')}</p>
      <Stores />
    </section>
  );
};
