import type { ReactNode } from 'react';
import { Redirect, Router, useLocation, useSearch } from 'wouter';
import { useSession } from '../data/session.tsx';
import { useOnReconnect } from '../data/use-on-reconnect.ts';
import { NotFound } from '../pages/not-found.tsx';
import { LayerIsOnTop, LayerPlace, type Place, useLayerLocation, useLayerSearch } from '../routing/layer-place.ts';
import { useMatchedRoute } from '../routing/route-table.ts';
import { loginPath } from '../routing/safe-path.ts';
import { Backdrop } from '../ui/dialog/backdrop.tsx';
import { NoLine } from '../ui/feedback/no-line.tsx';
import { Frame, layerStyle } from '../ui/layout/frame.tsx';
import { Lazy, type MissingPart } from '../ui/lazy.tsx';
import { CrashBoundary } from './crash.tsx';
import { movePortrait } from './move-portrait.ts';
import { shell } from './routes.ts';

/**
 * Wraps pages that need a session: redirects visitors to the login, which returns them afterwards (product 2.2). Renders nothing
 * until the session is known.
 */
const Guard = ({ children }: { readonly children: ReactNode }) => {
  const session = useSession();
  const [path] = useLocation();
  const search = useSearch();
  if (session === undefined) return null;
  if (session === null) return <Redirect to={loginPath(search ? `${path}?${search}` : path)} replace />;
  return children;
};

/** Shown if the component of a page with `offline: 'line'` cannot be loaded; it is retried when the network is back, or by a press. */
const NoPage = ({ tryAgain, trying }: MissingPart) => {
  useOnReconnect(true, tryAgain);
  return <NoLine level="h1" busy={trying} onRetry={tryAgain} />;
};
const noPage = (state: MissingPart) => <NoPage {...state} />;

type Props = {
  readonly place: Place;
  /** Whether this layer is the top one; the others are inert. */
  readonly active: boolean;
  /** Whether this layer covers another one. */
  readonly isOverlay?: boolean;
};

/** One layer of the screen (page, message panel or popup) with a router location of its own. */
export const Layer = ({ place, active, isOverlay: over = false }: Props) => (
  <LayerPlace value={place}>
    <Router hook={useLayerLocation} searchHook={useLayerSearch} aroundNav={movePortrait}>
      <LayerIsOnTop value={active}>
        <div css={layerStyle} inert={!active} data-over={over || undefined}>
          <Content active={active} />
        </div>
      </LayerIsOnTop>
    </Router>
  </LayerPlace>
);

const Content = ({ active }: { readonly active: boolean }) => {
  const route = useMatchedRoute();
  const session = useSession();
  if (!route) return <NotFound />;
  const page = (
    <CrashBoundary key={route.path}>
      <Lazy part={route.page} with={{}} {...(route.offline === 'line' && { missing: noPage })} />
    </CrashBoundary>
  );
  if (route.access === 'public') {
    if (route.background !== 'shell') return page;
    // The frame depends on the session, so nothing is drawn before it is known.
    if (session === undefined) return null;
    return session ? <Lazy part={shell} with={{ children: page }} /> : <Frame>{page}</Frame>;
  }
  // A page behind a popup does not redirect to the login; visitors see a backdrop instead.
  if (!active && !session) return <Backdrop />;
  return (
    <Guard>
      <Lazy part={shell} with={{ children: page }} />
    </Guard>
  );
};
