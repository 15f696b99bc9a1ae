import { useEffect, useState } from 'react';
import {
  effectTrouble,
  endEffects,
  isWithheld,
  retryEffects,
  subscribeEffects,
  withEffects,
} from './camera-effects.ts';

/**
 * Returns the picture of a camera with the effects that are switched on; undefined until it is there, and while the background must be
 * blurred and cannot be. The component that opened the camera stops it.
 */
export function useEffectsOn(camera: MediaStream): MediaStream | undefined {
  const [shown, setShown] = useState<MediaStream>();
  useEffect(() => {
    const [source] = camera.getVideoTracks();
    if (!source) return;
    let isOver = false;
    const show = async () => {
      const track = await withEffects(source);
      if (isOver) return endEffects(source);
      setShown((before) => {
        if (isWithheld(track)) return undefined;
        return before?.getVideoTracks()[0] === track ? before : new MediaStream([track]);
      });
    };
    void show();
    const unsubscribe = subscribeEffects(() => void show());
    return () => {
      isOver = true;
      unsubscribe();
      endEffects(source);
      setShown(undefined);
      if (effectTrouble()) retryEffects();
    };
  }, [camera]);
  return shown;
}
