import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallRow } from '#db/schema.ts';
import { useAppState } from '../../../../data/use-app-state.ts';
import { useMedia } from './use-call-media.ts';

/** A chat connection that is back within this time is not mentioned in the note, ms. */
const SERVER_AWAY_AFTER_MS = 3_000;

/** Returns whether the chat stream, and with it the meter of the call, has been down for some seconds. */
function useIsServerAway(): boolean {
  const state = useAppState('connection')?.state;
  const isDown = state !== undefined && state !== 'connected';
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    if (!isDown) return setAway(false);
    const timer = setTimeout(() => setAway(true), SERVER_AWAY_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isDown]);
  return isAway;
}

/**
 * Text that says what hinders the call at the moment; of several notes the most important one. `isMuted`: only the peer's microphone is
 * off.
 */
export type CallNote = { readonly text: string; readonly isMuted: boolean };

/**
 * Returns the note over the picture of a call and in its strip; the text is empty while nothing hinders. `hasPicture`: a frame of the peer
 * is shown.
 */
export function useCallNote(call: CallRow, hasPicture: boolean): CallNote {
  const { t } = useTranslation('call');
  const { link, peerVideo, peerAudio, camera, cameraTrouble, microphoneTrouble } = useMedia();
  const { nickName: name } = call.peer;
  const connection = useAppState('connection');
  const isAway = useIsServerAway();
  const notes: readonly (readonly [boolean | undefined, string])[] = [
    [isAway && connection?.online === false, t('deviceOffline')],
    [isAway, t('serverAway')],
    [call.peerAway, t('peerAway', { name })],
    [link === 'trouble', t('reconnecting')],
    [link === 'connecting' || (call.connectingTime === 0 && !hasPicture), t('connecting')],
    [microphoneTrouble === 'lost', t('microphoneLost', { name })],
    [microphoneTrouble === 'paused', t('microphonePaused', { name })],
    [!peerVideo, t('peerCameraOff', { name })],
    [cameraTrouble === 'lost', t('cameraLost')],
    [cameraTrouble === 'paused', t('cameraPaused', { name })],
    [camera === 'none', t('audioOnly', { name })],
  ];
  const note = notes.find(([applies]) => applies);
  if (note) return { text: note[1], isMuted: false };
  return peerAudio ? { text: '', isMuted: false } : { text: t('peerMuted', { name }), isMuted: true };
}
