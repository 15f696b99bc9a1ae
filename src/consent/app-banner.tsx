import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { ConsentBanner } from './banner.tsx';

/** Consent banner inside the app, for users who have not seen the landing page. */
const AppBanner = () => {
  const { t } = useTranslation('entrance');
  const words = {
    consentTitle: t('consentTitle'),
    consentText: t('consentText'),
    consentMore: t('consentMore'),
    consentNone: t('consentNone'),
    consentChoose: t('consentChoose'),
    consentAll: t('consentAll'),
    consentMeasure: t('consentMeasure'),
    consentMeasureHint: t('consentMeasureHint'),
    consentOrigin: t('consentOrigin'),
    consentOriginHint: t('consentOriginHint'),
    consentSave: t('consentSave'),
  };
  return <ConsentBanner words={words} language={currentLanguage()} />;
};
export default AppBanner;
