import { css } from '@emotion/react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { color, size, space } from '../../../../ui/style/tokens.ts';
import { descriptionsNow } from '../media/media-session.ts';
import { safetyCode } from '../media/safety-code.ts';
import { useMedia } from '../media/use-call-media.ts';

const styles = {
  title: css({ fontSize: size.md, marginBlockEnd: space(2) }),
  code: css({ fontSize: size.xl, letterSpacing: '0.2em', marginBlockEnd: space(1) }),
  hint: css({ color: color.soft, textWrap: 'pretty' }),
};

/**
 * The safety code of the call, which both sides can compare. Rendered once the connection is established, and computed again whenever it
 * is established again.
 */
export const SafetyCodeSection = () => {
  const { t } = useTranslation('call');
  const { link } = useMedia();
  const [code, setCode] = useState<readonly string[]>();
  useEffect(() => {
    let isCurrent = true;
    if (link === 'connected') {
      void safetyCode(...descriptionsNow()).then((found) => {
        if (isCurrent) setCode(found);
      });
    }
    return () => {
      isCurrent = false;
    };
  }, [link]);
  if (!code) return null;
  return (
    <section aria-labelledby="safety-code">
      <h3 css={styles.title} id="safety-code">
        {t('safetyCode.title')}
      </h3>
      <p css={styles.code} dir="ltr" data-safety-code>
        {code.join(' ')}
      </p>
      <p css={styles.hint}>{t('safetyCode.hint')}</p>
    </section>
  );
};
