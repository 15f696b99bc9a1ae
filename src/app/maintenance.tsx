import { css, Global } from '@emotion/react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { core } from '../core/core.ts';
import { useAppState } from '../data/use-app-state.ts';
import { Mark } from '../ui/mark/mark.tsx';
import { useOverlay } from '../ui/overlay.ts';
import { color, depth, size, space } from '../ui/style/tokens.ts';

const styles = {
  root: css({
    position: 'fixed',
    inset: 0,
    zIndex: depth.maintenance,
    display: 'grid',
    placeContent: 'center',
    justifyItems: 'center',
    gap: space(3),
    padding: space(8),
    textAlign: 'center',
    backgroundColor: color.ground,
    backgroundImage: `radial-gradient(60% 50% at 50% 20%, ${color.aurora1}, transparent), radial-gradient(60% 50% at 20% 90%, ${color.aurora2}, transparent)`,
  }),
  title: css({ fontSize: size.xl, marginBlockStart: space(4) }),
  text: css({ color: color.soft, maxInlineSize: '40ch' }),
};

/** Interval at which the overlay asks whether the maintenance has ended. */
const ASK_AGAIN_MS = 60_000;
/** Asks for the maintenance status once a minute, until the returned function is called. */
export function askUntilOver(): () => void {
  const timer = setInterval(() => void core.refreshConfig(), ASK_AGAIN_MS);
  return () => clearInterval(timer);
}

/**
 * Overlay over the whole app during a maintenance; the page below does not scroll. It closes by itself when the maintenance ends (product
 * 2.8).
 */
export const Maintenance = () => {
  const { t } = useTranslation();
  const on = useAppState('config')?.maintenance ?? false;
  useOverlay(on);
  useEffect(() => (on ? askUntilOver() : undefined), [on]);
  if (!on) return null;
  return (
    <div css={styles.root} role="alertdialog" aria-modal="true" aria-labelledby="maintenance-title">
      <Global styles={{ 'html, body': { overflow: 'hidden !important' } }} />
      <Mark size={72} />
      <h1 css={styles.title} id="maintenance-title">
        {t('maintenance.title')}
      </h1>
      <p css={styles.text}>{t('maintenance.text')}</p>
    </div>
  );
};
