import { ChartNoAxesColumn, Signpost } from 'lucide-react';
import { useEffect, useReducer } from 'react';
import { useTranslation } from 'react-i18next';
import { allowedNow, answerConsent, MEASURES, onAnswer } from '../consent.ts';
import { Switch } from '../ui/input/switch.tsx';
import { IconTile } from '../ui/mark/icon-tile.tsx';

/** Settings > Privacy: consent for measurement and attribution. Each is given and withdrawn with one tap. */
export const ConsentSwitches = () => {
  const { t } = useTranslation('entrance');
  const [, drawAgain] = useReducer((times: number) => times + 1, 0);
  useEffect(() => onAnswer(drawAgain), []);
  if (!MEASURES) return null;
  const { measurement, attribution } = allowedNow();
  return (
    <>
      <Switch
        label={t('consentMeasure')}
        hint={t('consentMeasureHint')}
        icon={
          <IconTile tone={6}>
            <ChartNoAxesColumn size={18} />
          </IconTile>
        }
        on={measurement}
        onSwitch={(on) => answerConsent({ measurement: on, attribution }, 'settings')}
      />
      <Switch
        label={t('consentOrigin')}
        hint={t('consentOriginHint')}
        icon={
          <IconTile tone={1}>
            <Signpost size={18} />
          </IconTile>
        }
        on={attribution}
        onSwitch={(on) => answerConsent({ measurement, attribution: on }, 'settings')}
      />
    </>
  );
};
