import { css } from '@emotion/react';
import { SignalHigh, SignalLow, SignalMedium } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { onCall, portrait, size, space } from '../../../../ui/style/tokens.ts';
import type { Quality } from './quality.ts';

const styles = {
  root: css({
    display: 'inline-flex',
    alignItems: 'center',
    gap: space(2),
    minBlockSize: '36px',
    maxInlineSize: '100%',
    paddingInline: space(2),
    paddingBlock: space(1),
    borderRadius: '18px',
    backgroundColor: portrait.glass,
    color: portrait.ink,
    fontSize: size.xs,
    '&[data-quality="good"] svg': { color: onCall.good },
    '&[data-quality="fair"] svg': { color: onCall.warn },
    '&[data-quality="poor"] svg': { color: onCall.poor },
  }),
};

const ICONS = { good: SignalHigh, fair: SignalMedium, poor: SignalLow } as const;

/** Icon of the connection quality over the video of a call; its text is visible only if the quality is poor. */
export const QualityMark = ({ quality }: { readonly quality: Quality }) => {
  const { t } = useTranslation('call');
  const Icon = ICONS[quality];
  const words = t(`quality.${quality}`);
  return (
    <div css={styles.root} data-quality={quality} title={words} role={quality === 'poor' ? 'status' : undefined}>
      <Icon size={18} aria-label={words} role="img" />
      {quality === 'poor' ? <span aria-hidden="true">{words}</span> : null}
    </div>
  );
};
