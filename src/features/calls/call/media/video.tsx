import { css } from '@emotion/react';
import { type Ref, type SyntheticEvent, useEffect, useImperativeHandle, useRef } from 'react';
import { CALL_FRAME_EDGE_PX, CALL_FRAME_MAX_CHARS } from '#contract/calls/rules.ts';
import { playWhenAllowed } from '../../../../media/play.ts';

const styles = {
  root: css({
    // An inline video would be aligned to the text baseline and overflow.
    display: 'block',
    inlineSize: '100%',
    blockSize: '100%',
    objectFit: 'cover',
    '&[data-mirrored]': { transform: 'scaleX(-1)' },
    '&[data-hidden]': { visibility: 'hidden' },
  }),
};

type Props = {
  readonly stream: MediaStream | undefined;
  readonly label: string;
  readonly mirrored?: boolean;
  readonly hidden?: boolean;
  /** Called with whether there is a frame to show. */
  readonly onPicture?: (has: boolean) => void;
  readonly ref?: Ref<HTMLVideoElement | null>;
};

/** Live video, muted: the peer's audio is played by remote-sound.ts. */
export const Video = ({ stream, label, mirrored = false, hidden = false, onPicture, ref }: Props) => {
  const video = useRef<HTMLVideoElement>(null);
  useImperativeHandle(ref, () => video.current as HTMLVideoElement);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    element.srcObject = stream ?? null;
    return stream ? playWhenAllowed(element).stop : undefined;
  }, [stream]);
  // A stream with only audio fires the event as well, with a width of 0.
  const reportPicture = (event: SyntheticEvent<HTMLVideoElement>) => onPicture?.(event.currentTarget.videoWidth > 0);
  return (
    <video
      css={styles.root}
      ref={video}
      aria-label={label}
      muted
      autoPlay
      playsInline
      data-mirrored={mirrored || undefined}
      data-hidden={hidden || undefined}
      onLoadedData={reportPicture}
      onResize={reportPicture}
      onEmptied={reportPicture}
    />
  );
};

/** Qualities of the JPEG, best first: the first one whose text is short enough is taken. */
const QUALITIES = [0.7, 0.5, 0.3];

/** Takes the frame that a video shows, as `callFrame` of the contract has it; '' if it shows none, or the frame does not fit. */
export function takeFrame(video: HTMLVideoElement): string {
  const { videoWidth, videoHeight } = video;
  if (videoWidth === 0 || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return '';
  const scale = Math.min(1, CALL_FRAME_EDGE_PX / Math.max(videoWidth, videoHeight));
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: Math.round(videoWidth * scale), height: Math.round(videoHeight * scale) });
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  const start = 'data:image/jpeg;base64,';
  for (const quality of QUALITIES) {
    const url = canvas.toDataURL('image/jpeg', quality);
    if (url.startsWith(start) && url.length - start.length <= CALL_FRAME_MAX_CHARS) return url.slice(start.length);
  }
  return '';
}
