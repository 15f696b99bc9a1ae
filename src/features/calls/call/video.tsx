import { css } from '@emotion/react';
import { type Ref, type SyntheticEvent, useEffect, useImperativeHandle, useRef } from 'react';

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
  /** Told when there is a first frame to draw, and when there is none again. */
  readonly onPicture?: (has: boolean) => void;
  readonly ref?: Ref<HTMLVideoElement | null>;
};

/** Live picture without sound: that of the peer is played by remote-sound.ts. It plays without a press: the viewer is in a call. */
export const Video = ({ stream, label, mirrored = false, hidden = false, onPicture, ref }: Props) => {
  const video = useRef<HTMLVideoElement>(null);
  useImperativeHandle(ref, () => video.current as HTMLVideoElement);
  useEffect(() => {
    if (!video.current || video.current.srcObject === (stream ?? null)) return;
    video.current.srcObject = stream ?? null;
    if (stream) video.current.play().catch(() => {});
  }, [stream]);
  // Sound alone loads too, and has no size.
  const look = (event: SyntheticEvent<HTMLVideoElement>) => onPicture?.(event.currentTarget.videoWidth > 0);
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
      onLoadedData={look}
      onResize={look}
      onEmptied={look}
    />
  );
};
