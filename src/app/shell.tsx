import { css } from '@emotion/react';
import { type ReactNode, useEffect, useState } from 'react';
import { useRoute } from 'wouter';
import { useBrowserLocation } from 'wouter/use-browser-location';
import { ROLE_ANCHOR } from '#contract/account/rules.ts';
import { MESSAGES } from '#contract/paths.ts';
import { useConsentBanner } from '../consent/banner.tsx';
import { useSession } from '../data/session.tsx';
import { useAppState } from '../data/use-app-state.ts';
import { CompleteInfo } from '../features/account/edit-profile/complete-info.tsx';
import { InstallGuide } from '../features/account/install/install-guide.tsx';
import { Notifier } from '../features/notices/notifications/notifier.tsx';
import { GiftPack } from '../features/rewards/pack/gift-pack.tsx';
import { OWN_HOME, WALL } from '../paths.ts';
import { useNoPrompts, usePrompt } from '../ui/dialog/prompts.ts';
import { Lazy, partOf, renderNothing } from '../ui/lazy.tsx';
import { whenQuiet } from '../ui/quiet.ts';
import { color, coveredTop, wide } from '../ui/style/tokens.ts';
import { ChangeFailureToast } from './connection/change-failure-toast.tsx';
import { ConnectionBanner } from './connection/connection-banner.tsx';
import { StorageBanner } from './connection/storage-banner.tsx';
import { Navigation } from './navigation.tsx';
import { UpdateBanner } from './update/update-banner.tsx';

const styles = {
  root: css({
    display: 'flex',
    flexDirection: 'column-reverse',
    blockSize: '100dvh',
    overflow: 'hidden',
    backgroundColor: color.ground,
    paddingBlockStart: coveredTop,
    paddingInlineStart: 'env(safe-area-inset-left)',
    paddingInlineEnd: 'env(safe-area-inset-right)',
    [wide]: { flexDirection: 'row' },
    // On a phone an open conversation hides the navigation.
    '&[data-full] > nav': { display: 'none', [wide]: { display: 'flex' } },
  }),
  page: css({
    flex: 1,
    minBlockSize: 0,
    minInlineSize: 0,
    display: 'flex',
    flexDirection: 'column',
  }),
  main: css({ flex: 1, minBlockSize: 0, display: 'flex', flexDirection: 'column', position: 'relative' }),
};

const consentBanner = partOf(() => import('../consent/app-banner.tsx'));
const edges = partOf(() => import('./edges/edges.tsx'));
const maintenanceBanner = partOf(() => import('./connection/maintenance-banner.tsx'));
const takingCallsBar = partOf(() => import('../features/hosting/host/taking-calls-bar.tsx'));
const publicDemoBanner = partOf(() => import('./connection/public-demo-banner.tsx'));

/** Frame of the pages with `background: 'shell'` for a signed-in user: navigation, banners, prompts and the page. */
const Shell = ({ children }: { readonly children: ReactNode }) => {
  const [inThread] = useRoute(`${MESSAGES}/:tid`);
  const [here] = useBrowserLocation();
  const maintenance = useAppState('maintenance');
  const isPublicDemo = useAppState('config')?.publicDemo;
  const isHost = useSession()?.role === ROLE_ANCHOR;
  const asks = useConsentBanner();
  const asksHere = usePrompt('consent', asks && (here === WALL || here === OWN_HOME));
  // In a conversation the card of a prompt would cover the newest messages or the send button.
  useNoPrompts(inThread);
  const [isQuiet, setQuiet] = useState(false);
  useEffect(() => whenQuiet(() => setQuiet(true)), []);
  return (
    <div css={styles.root} data-full={inThread || undefined}>
      <Navigation />
      <ChangeFailureToast />
      <div css={styles.page}>
        <ConnectionBanner />
        <StorageBanner />
        <UpdateBanner />
        {isPublicDemo ? <Lazy part={publicDemoBanner} with={{}} missing={renderNothing} /> : null}
        {maintenance ? <Lazy part={maintenanceBanner} with={{ maintenance }} missing={renderNothing} /> : null}
        {isHost ? <Lazy part={takingCallsBar} with={{}} missing={renderNothing} /> : null}
        <main css={styles.main} id="main">
          {children}
        </main>
        {here === WALL || here === OWN_HOME ? <CompleteInfo /> : null}
        {here === WALL || here === OWN_HOME ? <GiftPack /> : null}
        <Notifier />
        <InstallGuide />
        {isQuiet ? <Lazy part={edges} with={{}} missing={renderNothing} /> : null}
        {asksHere ? <Lazy part={consentBanner} with={{}} missing={renderNothing} /> : null}
      </div>
    </div>
  );
};
export default Shell;
