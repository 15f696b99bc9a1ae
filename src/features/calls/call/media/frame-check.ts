import { MATCH_FRAME_EVERY_MS, MATCH_FRAME_FIRST_MS } from '#contract/calls/rules.ts';
import { delay } from '../../../../../worker/delay.ts';
import { core } from '../../../../core/core.ts';
import { tabId } from '../../../../core/tab.ts';
import { playWhenAllowed } from '../../../../media/play.ts';
import { isVeiled, mediaNow } from './media-view.ts';
import { takeFrame } from './video.tsx';

/** Returns the camera track that is sent sharp now; undefined while the picture is blurred, or the camera is off. */
function sentTrack(): MediaStreamTrack | undefined {
  const { local, camera } = mediaNow();
  return camera === 'on' && !isVeiled('match', mediaNow()) ? local?.getVideoTracks()[0] : undefined;
}

/** Takes a frame of a track, as `takeFrame` returns it; '' if none arrives in time. */
async function frameOf(track: MediaStreamTrack): Promise<string> {
  const video = document.createElement('video');
  const arrived = new Promise((resolve) => video.addEventListener('loadeddata', resolve, { once: true }));
  Object.assign(video, { muted: true, playsInline: true, srcObject: new MediaStream([track]) });
  const playing = playWhenAllowed(video);
  await Promise.race([arrived, delay(MATCH_FRAME_FIRST_MS)]);
  const frame = takeFrame(video);
  playing.stop();
  video.srcObject = null;
  return frame;
}

/**
 * Sends frames of the own picture in a random match to the check of the server, at random moments while it is sent sharp. Ends by itself
 * when the server knows no such match. Returns a function that ends it.
 */
export function sendFrames(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const after = (ms: number) => {
    if (!isOver) timer = setTimeout(() => void send(), ms);
  };
  async function send(): Promise<void> {
    const track = sentTrack();
    if (!track) return after(Math.random() * MATCH_FRAME_FIRST_MS);
    const frame = await frameOf(track);
    if (isOver) return;
    const answer = frame === '' ? undefined : await core.checkFrame(tabId, frame);
    if (answer && !answer.ok && answer.error.code === 'not-found') return;
    after(MATCH_FRAME_EVERY_MS * (0.5 + Math.random()));
  }
  after(Math.random() * MATCH_FRAME_FIRST_MS);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
