import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { Redirect, useLocation } from 'wouter';
import { useBrowserLocation, useSearch as useBrowserSearch } from 'wouter/use-browser-location';
import { LANDING } from '#contract/paths.ts';
import { SessionProvider, useSession } from '../data/session.tsx';
import { useAccountTheme } from '../data/use-account-theme.ts';
import { followTaps } from '../features/notices/notifications/taps.ts';
import { HOME } from '../paths.ts';
import { RouteTable, useMatchedRoute, useRouteOf } from '../routing/route-table.ts';
import { Toaster } from '../ui/feedback/toaster.tsx';
import { Lazy, partOf, renderNothing } from '../ui/lazy.tsx';
import { GlobalStyle } from '../ui/style/global-style.tsx';
import { XS } from '../ui/style/tokens.ts';
import { CrashBoundary } from './crash.tsx';
import { Layer } from './layer.tsx';
import { type Layers, NO_LAYERS, placeLayers } from './layers.ts';
import { Maintenance } from './maintenance.tsx';
import { Panels } from './panels.tsx';
import { ROUTES } from './routes.ts';
import { showScreen } from './screens.ts';
import { useArrival } from './use-arrival.ts';

const small = matchMedia(XS);
function subscribe(listener: () => void) {
  small.addEventListener('change', listener);
  return () => small.removeEventListener('change', listener);
}
/** Returns whether the window has the size `xs` (product 9.4), and re-renders when that changes. */
const useSmallScreen = (): boolean => useSyncExternalStore(subscribe, () => small.matches);

/** Returns the layers for the browser's URL, computed by `placeLayers` at each navigation; covered layers keep their places. */
function useLayers(): Layers {
  const [path] = useBrowserLocation();
  const search = useBrowserSearch();
  const xs = useSmallScreen();
  const routeOf = useRouteOf();
  const last = useRef(NO_LAYERS);
  return useMemo(() => {
    const route = routeOf(path);
    const kind = { popup: route?.popup ?? false, opaque: route?.background === 'none', xs };
    last.current = placeLayers(last.current, { path, search }, kind);
    return last.current;
  }, [path, search, xs, routeOf]);
}

/** The root URL: redirects to the landing page, or with a session to the app (product 2.1). */
const RootRedirect = () => {
  const session = useSession();
  return session === undefined ? null : <Redirect to={session ? HOME : LANDING} replace />;
};

const callLayer = partOf(() => import('../features/calls/call/call-layer.tsx'));

/** Call UI on every page. Its code is loaded only with a session. */
const Calls = () => (useSession() ? <Lazy part={callLayer} with={{}} missing={renderNothing} /> : null);

const osIntegration = partOf(() => import('./edges/os-integration.tsx'));
const loadOpen = () =>
  import('../features/notices/notifications/follow.ts').then(({ openNotificationTarget }) => openNotificationTarget);

/** Handles requests from outside the page, on every route: clicked notifications, and launches of the installed app. */
const Requests = () => {
  useEffect(() => followTaps(loadOpen), []);
  return <Lazy part={osIntegration} with={{}} missing={renderNothing} />;
};

const Screen = () => {
  const [path] = useLocation();
  const route = useMatchedRoute();
  useArrival(route);
  useEffect(() => {
    if (route) showScreen(route);
  }, [route]);
  useAccountTheme();
  const { page, panel, popup, top } = useLayers();
  if (path === '/') return <RootRedirect />;
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
      <Requests />
      <Panels />
      <Toaster />
      <Maintenance />
    </SessionProvider>
  </RouteTable>
);
