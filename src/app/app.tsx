import { lazy, Suspense } from 'react';
import { Redirect, useLocation } from 'wouter';
import { SessionProvider } from '../data/session.tsx';
import { NotFound } from '../pages/not-found.tsx';
import { GlobalStyle } from '../ui/global-style.tsx';
import { Toaster } from '../ui/toaster.tsx';
import { CrashBoundary } from './crash.tsx';
import { Guard } from './guard.tsx';
import { Maintenance } from './maintenance.tsx';
import { HOME } from './paths.ts';
import { loadShell } from './routes.ts';
import { useArrival } from './use-arrival.ts';
import { useMatchedRoute } from './use-route.ts';

const Shell = lazy(loadShell);

const Screen = () => {
  const [path] = useLocation();
  const route = useMatchedRoute();
  useArrival(route);
  if (path === '/') return <Redirect to={HOME} replace />;
  if (!route) return <NotFound />;
  const page = (
    <CrashBoundary key={route.path}>
      <Suspense fallback={null}>
        <route.Page />
      </Suspense>
    </CrashBoundary>
  );
  if (route.access === 'public') return page;
  return (
    <Guard>
      <Suspense fallback={null}>
        <Shell>{page}</Shell>
      </Suspense>
    </Guard>
  );
};

export const App = () => (
  <SessionProvider>
    <GlobalStyle />
    <Screen />
    <Toaster />
    <Maintenance />
  </SessionProvider>
);
