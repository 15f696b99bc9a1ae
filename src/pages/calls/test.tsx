import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { core } from '../../core/core.ts';
import { useSession } from '../../data/session.tsx';
import { probeWays } from '../../features/calls/call/media/probe.ts';
import { Preflight } from '../../features/calls/preflight/preflight.tsx';
import { HOME } from '../../paths.ts';
import { BackButton } from '../../ui/layout/back-button.tsx';
import { Page } from '../../ui/layout/page.tsx';

/** Route /test: checks whether a call would work on this device; public (product 2.1). */
const TestPage = () => {
  const { t } = useTranslation('preflight');
  const signedIn = Boolean(useSession());
  const relays = useCallback(async () => {
    const answer = signedIn ? await core.testRelays() : undefined;
    return answer?.ok ? answer.value : undefined;
  }, [signedIn]);
  return (
    <Page title={t('title')} lead={<BackButton to={HOME} />}>
      <Preflight relays={relays} probe={probeWays} />
    </Page>
  );
};
export default TestPage;
