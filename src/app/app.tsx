import { useEffect } from 'react';
import { Redirect, useLocation } from 'wouter';
import { SessionProvider, useSession } from '../data/session.tsx';
import { useAccountTheme } from '../data/use-account-theme.ts';
import { HOME, LANDING } from '../paths.ts';
import { RouteTable, useMatchedRoute } from '../routing/route-table.ts';
import { Toaster } from '../ui/feedback/toaster.tsx';
import { Lazy, partOf, renderNothing } from '../ui/lazy.tsx';
import { GlobalStyle } from '../ui/style/global-style.tsx';
import { CrashBoundary } from './crash.tsx';
import { Layer } from './layer.tsx';
import { Maintenance } from './maintenance.tsx';
import { Panels } from './panels.tsx';
import { ROUTES } from './routes.ts';
import { showScreen } from './screens.ts';
import { useArrival } from './use-arrival.ts';
import { useLayers } from './use-layers.ts';

/** The root URL: redirects to the landing page, or with a session to the app (product 2.1). */
const Door = () => {
  const session = useSession();
  return session === undefined ? null : <Redirect to={session ? HOME : LANDING} replace />;
};

const callLayer = partOf(() => import('../features/calls/call/call-layer.tsx'));

/** Call UI on every page. Its code is loaded only with a session. */
const Calls = () => (useSession() ? <Lazy part={callLayer} with={{}} missing={renderNothing} /> : null);

const Screen = () => {
  const [path] = useLocation();
  const route = useMatchedRoute();
  useArrival(route);
  useEffect(() => {
    if (route) showScreen(route);
  }, [route]);
  useAccountTheme();
  const { page, panel, popup, top } = useLayers();
  if (path === '/') return <Door />;
  return (
    <>
      {panel ? <Layer key="panel" place={panel} active={top === 'panel'} /> : null}
      {page ? <Layer key="page" place={page} active={top === 'page'} isOverlay={panel !== undefined} /> : null}
      {popup ? <Layer key="popup" place={popup} active isOverlay /> : null}
    </>
  );
};

/**
 * Root component of the app: providers, the layers of the screen, and everything that is drawn above them. The landing page
 * renders before it.
 */
export const App = () => (
  <RouteTable value={ROUTES}>
    <SessionProvider>
      <GlobalStyle />
      <CrashBoundary>
        <Screen />
      </CrashBoundary>
      <Calls />
      <Panels />
      <Toaster />
      <Maintenance />
    </SessionProvider>
  </RouteTable>
);
