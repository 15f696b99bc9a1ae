import { type ComponentType, useEffect, useState } from 'react';
import { core, declare } from '../core/core.ts';
import { isDatabaseThere, prepareStorage, whenStorageAnswers } from '../core/storage.ts';
import { tabId } from '../core/tab.ts';
import { deviceFacts } from '../data/platform.ts';
import { startLanguage } from '../i18n/choice.ts';
import { startI18n } from '../i18n/i18n.ts';
import { isPayment } from '../paths.ts';
import { whenQuiet } from '../ui/quiet.ts';
import { App } from './app.tsx';
import { StorageMissing } from './storage-missing.tsx';
import { watchConsent } from './watch-consent.ts';

/**
 * Connects to the core and reports what only a page knows: language, screen size, consent, network and visibility changes. Called once,
 * when the app starts.
 */
function watchDevice(): void {
  declare('describeDevice', deviceFacts(startLanguage()));
  void core.refreshConfig();
  watchConsent();
  // Pasted and dropped files are not needed before the first page is drawn, so their code is loaded when the page is idle.
  whenQuiet(
    () =>
      void import('../messages/transfer/watch-transfers.ts').then(
        (m) => m.watchTransfers(),
        () => {},
      ),
  );
  const declareVisibility = () => declare('look', tabId, document.visibilityState === 'visible');
  declareVisibility();
  const wake = (why: 'online' | 'visible') => {
    if (!isPayment(location.pathname)) void core.wake(why);
  };
  addEventListener('online', () => wake('online'));
  addEventListener('appinstalled', () => void core.track('install', { way: 'browser' }));
  document.addEventListener('visibilitychange', () => {
    declareVisibility();
    if (document.visibilityState === 'visible') wake('visible');
  });
}

/** The explanation why the app cannot run without storage, until the databases answer; then the app. */
const StorageGate = ({ isFull = false }: { readonly isFull?: boolean }) => {
  const [isReady, setReady] = useState(false);
  useEffect(() => whenStorageAnswers(() => setReady(true)), []);
  return isReady ? <App /> : <StorageMissing isFull={isFull} />;
};
const FullStorageGate = () => <StorageGate isFull />;
const ROOTS = { ready: App, full: FullStorageGate, missing: StorageGate } as const;

/** The root component to render, and whether the databases can be read. */
export type StartedApp = { readonly Root: ComponentType; readonly hasStorage: boolean };

/** Starts storage, the connection to the core and translations. Resolves once the root component can be rendered. */
export async function startApp(): Promise<StartedApp> {
  const prepared = prepareStorage();
  // Without IndexedDB there is no core to connect to.
  if (isDatabaseThere()) watchDevice();
  const [storage] = await Promise.all([prepared, startI18n()]);
  return { Root: ROOTS[storage], hasStorage: storage === 'ready' };
}
