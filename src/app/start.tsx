import { type ComponentType, useEffect, useState } from 'react';
import { isDatabaseThere, prepareStorage, whenStorageIsLate } from '../core/storage.ts';
import { startI18n } from '../i18n/i18n.ts';
import { App } from './app.tsx';
import { StorageMissing } from './storage-missing.tsx';
import { watchDevice } from './watch-device.ts';

/** The explanation why the app cannot run without storage, until late databases answer; then the app. */
const StorageGate = () => {
  const [isReady, setReady] = useState(false);
  useEffect(() => whenStorageIsLate(() => setReady(true)), []);
  return isReady ? <App /> : <StorageMissing />;
};

/** The root component to render, and whether the databases can be read. */
export type StartedApp = { readonly Root: ComponentType; readonly hasStorage: boolean };

/** Starts storage, worker connection and translations. Resolves once the root component can be rendered. */
export async function startApp(): Promise<StartedApp> {
  const prepared = prepareStorage();
  // Without IndexedDB there is no core to connect to.
  if (isDatabaseThere()) watchDevice();
  const [storage] = await Promise.all([prepared, startI18n()]);
  const hasStorage = storage === 'ready';
  return { Root: hasStorage ? App : StorageGate, hasStorage };
}
