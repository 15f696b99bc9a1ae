import i18next from 'i18next';
import { cameraBlur } from '../../data/stored-switch.ts';
import { currentLanguage } from '../../i18n/i18n.ts';
import { loadWords } from '../../i18n/more.ts';
import { showToast } from '../../ui/feedback/toast.ts';
import { setEffect } from './camera-effects.ts';
import type { EffectTrouble } from './effect-rules.ts';

/**
 * Returns the key of the sentence that explains why an effect has ended. With a blurred background the camera is off until the user
 * decides.
 */
export function troubleKey(effect: 'blur' | 'lift', trouble: EffectTrouble) {
  if (effect === 'lift') return trouble === 'slow' ? 'liftSlow' : 'liftFailed';
  return trouble === 'slow' ? 'blurSlow' : 'blurFailed';
}

/**
 * Explains in a call why the effects have ended, as a toast. If the background is to be blurred, its button turns that off, so that the
 * picture is sent without it.
 */
export async function showEffectTrouble(trouble: EffectTrouble): Promise<void> {
  await loadWords(currentLanguage(), 'camera');
  const t = i18next.getFixedT(null, 'camera');
  if (!cameraBlur.read()) return showToast(t(troubleKey('lift', trouble)), 'calm');
  showToast(t(troubleKey('blur', trouble)), 'bad', {
    label: t('withoutBlur'),
    run: () => setEffect('blur', false),
  });
}
