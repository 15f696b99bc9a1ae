import { type ComponentType, startTransition, useEffect, useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import { LANDING, LOGIN } from '#contract/paths.ts';
import { placeOfLaunch } from './app/edges/launch-place.ts';
import { ROUTES } from './app/routes.ts';
import type { StartedApp } from './app/start.tsx';
import { Page } from './landing/page.tsx';
import type { Words } from './landing/texts.ts';
import { onLaunch } from './launch-queue.ts';

import { onInterest, prerenderedPage } from './prerender/prerendered.ts';
import { repeatActs } from './prerender/repeat-acts.ts';
import { whenQuiet } from './ui/quiet.ts';
import { GlobalStyle } from './ui/style/global-style.tsx';

type App = StartedApp & {
  readonly Maintenance: ComponentType;
  readonly showScreen: typeof import('./app/screens.ts').showScreen;
};
const LANDING_ROW = { path: LANDING, tracking: 'online_video_chat' } as const;

/** Follows a launch from the landing page by loading its target; the app, once rendered, handles launches itself. */
const leaveFor = (target: unknown) => {
  const place = placeOfLaunch(target, location.origin, () => true);
  if (place !== undefined) location.assign(place);
};

let starting: Promise<App> | undefined;

/** Starts the app once, however often it is called. */
function startOnce(): Promise<App> {
  starting ??= start();
  return starting;
}

async function start(): Promise<App> {
  const [{ startApp }, { Maintenance }, { registerServiceWorker }, { showScreen }] = await Promise.all([
    import('./app/start.tsx'),
    import('./app/maintenance.tsx'),
    import('./app/update/service-worker.ts'),
    import('./app/screens.ts'),
  ]);
  const started = await startApp();
  registerServiceWorker();
  ROUTES.find(({ path }) => path === LOGIN)?.page.prepare();
  return { ...started, Maintenance, showScreen };
}

/**
 * Renders the landing page immediately. The app starts in the background and takes over when the user navigates into it; at a first visit,
 * in which nothing is measured before an answer, it waits for a sign of interest.
 */
export const Entry = ({ words }: { readonly words: Words }) => {
  const [path] = useLocation();
  const [app, setApp] = useState<App>();
  const [failure, setFailure] = useState<{ readonly error: unknown }>();
  const outside = path === '/' || path === LANDING;

  useEffect(() => {
    const draw = (started: App) => startTransition(() => setApp(started));
    const go = () => void startOnce().then(draw, (error: unknown) => setFailure({ error }));
    if (outside) (prerenderedPage() ? onInterest : whenQuiet)(go);
    else go();
  }, [outside]);

  useEffect(() => repeatActs(), []);

  useEffect(() => {
    if (outside) onLaunch(leaveFor);
  }, [outside]);

  useEffect(() => {
    if (app?.hasStorage && outside) app.showScreen(LANDING_ROW);
  }, [app, outside]);

  if (path === '/') return <Redirect to={LANDING} replace />;
  // When the app cannot be fetched, the landing page stays until the user navigates into the app.
  if (failure && !outside) throw failure.error;
  if (app && !outside) return <app.Root />;
  return (
    <>
      <GlobalStyle />
      <Page words={words} />
      {app?.hasStorage ? <app.Maintenance /> : null}
    </>
  );
};
