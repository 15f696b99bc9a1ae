import { useEffect, useState } from 'react';
import { useMedia } from './use-call-media.ts';

/**
 * Returns the cameras, microphones and speakers, updated when one is plugged in or removed; empty until they have been listed. Browsers
 * list all of them, with labels, only once one is open.
 */
export function useDevices(): readonly MediaDeviceInfo[] {
  const { local } = useMedia();
  const [devices, setDevices] = useState<readonly MediaDeviceInfo[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is read again when a device was opened.
  useEffect(() => {
    const read = () => void navigator.mediaDevices.enumerateDevices().then(setDevices, () => {});
    read();
    navigator.mediaDevices.addEventListener('devicechange', read);
    return () => navigator.mediaDevices.removeEventListener('devicechange', read);
  }, [local]);
  return devices;
}
