import { PhoneCall, PhoneOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { core } from '../../../core/core.ts';
import { useAppState } from '../../../data/use-app-state.ts';
import { useRefresh } from '../../../data/use-refresh.ts';
import { useWords } from '../../../i18n/more.ts';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { Button } from '../../../ui/input/button.tsx';
import { useTakingCalls } from './use-taking-calls.ts';

/** Strip above each page of a host: whether viewers can call, with the switch. Nothing is drawn before the state is known. */
const TakingCallsBar = () => {
  const ready = useWords('hosting');
  const { t } = useTranslation('hosting');
  const host = useAppState('hosting')?.host;
  useRefresh(() => core.refreshHosting());
  const { isOn, isTaking, text, busy, set } = useTakingCalls(host);
  if (!ready || !host) return null;
  return (
    <aside aria-label={t('taking.label')}>
      <Banner
        tone={isTaking ? 'calm' : 'warn'}
        icon={isTaking ? <PhoneCall size={18} aria-hidden="true" /> : <PhoneOff size={18} aria-hidden="true" />}
        title={t('taking.label')}
        text={text}
        action={
          <Button small disabled={busy} onClick={() => set(!isOn)}>
            {t(isOn ? 'taking.turnOff' : 'taking.turnOn')}
          </Button>
        }
      />
    </aside>
  );
};
export default TakingCallsBar;
