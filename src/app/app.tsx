import { Redirect, useLocation } from 'wouter';
import { SessionProvider } from '../data/session.tsx';
import { NotFound } from '../pages/not-found.tsx';
import { GlobalStyle } from '../ui/global-style.tsx';
import { Later } from '../ui/later.tsx';
import { Toaster } from '../ui/toaster.tsx';
import { CrashBoundary } from './crash.tsx';
import { Guard } from './guard.tsx';
import { Maintenance } from './maintenance.tsx';
import { HOME } from './paths.ts';
import { shell } from './routes.ts';
import { useArrival } from './use-arrival.ts';
import { useMatchedRoute } from './use-route.ts';

const Screen = () => {
  const [path] = useLocation();
  const route = useMatchedRoute();
  useArrival(route);
  if (path === '/') return <Redirect to={HOME} replace />;
  if (!route) return <NotFound />;
  const page = (
    <CrashBoundary key={route.path}>
      <Later part={route.page} with={{}} />
    </CrashBoundary>
  );
  if (route.access === 'public') return page;
  return (
    <Guard>
      <Later part={shell} with={{ children: page }} />
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
