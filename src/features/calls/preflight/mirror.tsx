import { css } from '@emotion/react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { portrait, radius } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({
    inlineSize: '100%',
    aspectRatio: '4 / 3',
    objectFit: 'cover',
    borderRadius: radius.field,
    backgroundColor: portrait.night,
    transform: 'scaleX(-1)',
  }),
};

/** Mirrored self-view of the camera in the preflight. */
export const Mirror = ({ stream }: { readonly stream: MediaStream }) => {
  const { t } = useTranslation('call');
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream]);
  return <video css={styles.root} ref={video} aria-label={t('ownPicture')} muted autoPlay playsInline />;
};
