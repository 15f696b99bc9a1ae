import { css } from '@emotion/react';
import { UserRound } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { portrait } from '../../../../ui/style/tokens.ts';
import { prepareLocal } from '../media/local-media.ts';
import { isAllowed } from '../media/media.ts';
import { useMedia } from '../media/use-call-media.ts';
import { Video } from '../media/video.tsx';

const styles = {
  root: css({
    position: 'absolute',
    inset: 0,
    display: 'grid',
    placeItems: 'center',
    color: portrait.soft,
    backgroundColor: portrait.glassHover,
    '& > svg': { inlineSize: '34%', blockSize: '34%', strokeWidth: 1.25 },
  }),
};

/** Self-view of the random match before a call. It uses the camera only if permission is already granted, so it never causes a prompt. */
export const OwnMirror = () => {
  const { t } = useTranslation('call');
  const { local, camera, facing } = useMedia();
  const isOpen = local?.getTracks().some(({ readyState }) => readyState === 'live') ?? false;
  useEffect(() => {
    let over = false;
    void isAllowed().then((allowed) => {
      if (allowed && !over && !isOpen) void prepareLocal();
    });
    return () => {
      over = true;
    };
  }, [isOpen]);
  return (
    <div css={styles.root}>
      {camera === 'on' ? (
        <Video stream={local} label={t('ownPicture')} mirrored={facing === 'user'} />
      ) : (
        <UserRound aria-hidden="true" />
      )}
    </div>
  );
};
