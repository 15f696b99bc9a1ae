import { useTranslation } from 'react-i18next';
import type { CallRow } from '#db/schema.ts';
import { useMedia } from './use-call-media.ts';

/** What hinders the call at the moment, the most important note only. `isMuted`: only the peer's microphone is off. */
export type CallNote = { readonly text: string; readonly isMuted: boolean };

/** Returns the note over the picture of a call and in its strip; the text is empty while nothing hinders. `hasPicture`: a frame of the peer is shown. */
export function useCallNote(call: CallRow, hasPicture: boolean): CallNote {
  const { t } = useTranslation('call');
  const { link, peerVideo, peerAudio, camera, cameraTrouble, microphoneTrouble } = useMedia();
  const { nickName: name } = call.peer;
  const notes: readonly (readonly [boolean | undefined, string])[] = [
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
