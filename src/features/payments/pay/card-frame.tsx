import { css } from '@emotion/react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/input/button.tsx';
import { color, radius } from '../../../ui/style/tokens.ts';
import { payStyles } from './pay-page.tsx';
import type { useCardFrame } from './use-card-frame.ts';

const styles = {
  frame: css({
    inlineSize: '100%',
    border: 0,
    borderRadius: radius.card,
    backgroundColor: color.raised,
    colorScheme: 'normal',
  }),
};

/** A frame that sends no message for this time counts as blocked, ms. */
const SILENT_MS = 12_000;

type Props = { readonly of: ReturnType<typeof useCardFrame>; readonly title: string };

/** Iframe of the payment gateway with the card fields or the 3-D Secure challenge. Card numbers never enter this page. */
export const CardFrame = ({ of: { frame, src, height, heard }, title }: Props) => {
  const { t } = useTranslation(['payments', 'common']);
  const [turn, setTurn] = useState(0);
  const [silent, setSilent] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new URL restarts the timeout
  useEffect(() => {
    setSilent(false);
    if (heard) return;
    const timer = setTimeout(() => setSilent(true), SILENT_MS);
    return () => clearTimeout(timer);
  }, [heard, src, turn]);
  if (silent) {
    return (
      <div css={payStyles.acts} role="alert">
        <p css={payStyles.note} data-bad>
          {t('blocked')}
        </p>
        <Button onClick={() => setTurn(turn + 1)}>{t('common:retry')}</Button>
      </div>
    );
  }
  return <iframe key={turn} ref={frame} css={styles.frame} src={src} title={title} style={{ blockSize: height }} />;
};
