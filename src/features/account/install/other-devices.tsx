import { css } from '@emotion/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { QrCode } from '../../../ui/mark/qr-code.tsx';
import { color, radius, size, space } from '../../../ui/style/tokens.ts';
import { useHydrated } from '../../../ui/use-hydrated.ts';

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
};

/** QR code with the app's address for another device; `stores`: links to app stores. */
export const OtherDevices = ({ stores }: { readonly stores: ReactNode }) => {
  const { t } = useTranslation('download');
  // The build, which prerenders the page, does not know the address.
  const { origin, host } = useHydrated() ? location : { origin: '', host: '' };
  return (
    <section css={styles.root} aria-label={t('qrTitle')}>
      <h2 css={styles.title}>{t('qrTitle')}</h2>
      <div css={styles.code}>
        <QrCode text={origin} label={t('qrAlt', { address: host })} />
      </div>
      <p css={styles.text}>{t('qrText')}</p>
      {stores}
    </section>
  );
};
