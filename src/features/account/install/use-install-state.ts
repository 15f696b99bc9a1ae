import { useSyncExternalStore } from 'react';
import { type InstallState, installState, onInstallChange } from './offer.ts';

/** Returns whether the app is installed or can be installed by a prompt, and re-renders when that changes. */
export const useInstallState = (): InstallState => useSyncExternalStore(onInstallChange, installState);
