import { useSyncExternalStore } from 'react';
import { type InstallState, installState, onInstallChange } from './offer.ts';

export const useInstallState = (): InstallState => useSyncExternalStore(onInstallChange, installState);
