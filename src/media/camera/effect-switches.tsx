import { css } from '@emotion/react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { cameraBlur, cameraLift } from '../../data/stored-switch.ts';
import { useWords } from '../../i18n/more.ts';
import { Switch } from '../../ui/input/switch.tsx';
import { color, radius } from '../../ui/style/tokens.ts';
import { effectTrouble, setEffect, subscribeEffects } from './camera-effects.ts';
import { troubleKey } from './effect-notice.ts';

const styles = {
  // `hidden` would let the grid of a sheet shrink the switches to nothing.
  root: css({ overflow: 'clip', borderRadius: radius.field, boxShadow: `inset 0 0 0 1px ${color.line}` }),
};

/** Whether this browser can apply effects to a camera. */
const isSupported = () =>
  'Worker' in globalThis &&
  'WebAssembly' in globalThis &&
  'OffscreenCanvas' in globalThis &&
  ('MediaStreamTrackGenerator' in globalThis || 'captureStream' in HTMLCanvasElement.prototype);

/**
 * Switches of the effects on the own picture, for the open camera and later ones. Nothing where the browser can apply none, unless one was
 * switched on.
 */
export const EffectSwitches = () => {
  const isReady = useWords('camera');
  const { t } = useTranslation('camera');
  const [blur, lift] = [cameraBlur.use(), cameraLift.use()];
  const trouble = useSyncExternalStore(subscribeEffects, effectTrouble);
  if (!isReady || !(isSupported() || blur || lift)) return null;
  const hint = (effect: 'blur' | 'lift', isOn: boolean): string =>
    t(trouble && isOn ? troubleKey(effect, trouble) : `${effect}Hint`);
  return (
    <div css={styles.root}>
      <Switch label={t('blur')} hint={hint('blur', blur)} on={blur} onSwitch={(on) => setEffect('blur', on)} />
      <Switch label={t('lift')} hint={hint('lift', lift)} on={lift} onSwitch={(on) => setEffect('lift', on)} />
    </div>
  );
};
