import { css } from '@emotion/react';
import { Camera, Images, Video } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useInCall } from '../../data/calls/use-in-call.ts';
import { useWords } from '../../i18n/more.ts';
import { openPanel } from '../../ui/dialog/panel.ts';
import { useEscape } from '../../ui/dialog/use-escape.ts';
import { Button } from '../../ui/input/button.tsx';
import { space } from '../../ui/style/tokens.ts';
import type { TrayToolProps } from './tools.ts';

const styles = {
  root: css({ display: 'flex', flexWrap: 'wrap', gap: space(2), paddingBlockEnd: space(2) }),
};

const TAKEN = 'image/*,video/mp4,video/webm,video/quicktime';

/** Buttons of the tray: files from the library or a picture of the camera open the send sheet; outside a call, a clip can be recorded. */
const PhotosTool = ({ tid, onClose }: TrayToolProps) => {
  const ready = useWords('send');
  const { t } = useTranslation('send');
  const [library, camera] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];
  const inCall = useInCall();
  useEscape(onClose);
  if (!ready) return null;
  const take = (list: FileList | null) => {
    const files = [...(list ?? [])];
    if (files.length === 0) return;
    openPanel('send', { tid, files });
    onClose();
  };
  return (
    <div css={styles.root}>
      <input
        ref={library}
        type="file"
        accept={TAKEN}
        multiple
        hidden
        aria-label={t('library')}
        onChange={({ target }) => take(target.files)}
      />
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label={t('camera')}
        onChange={({ target }) => take(target.files)}
      />
      <Button small onClick={() => library.current?.click()}>
        <Images size={18} aria-hidden="true" />
        {t('library')}
      </Button>
      <Button small onClick={() => camera.current?.click()}>
        <Camera size={18} aria-hidden="true" />
        {t('camera')}
      </Button>
      {inCall ? null : (
        <Button
          small
          onClick={() => {
            openPanel('recordClip', { tid });
            onClose();
          }}
        >
          <Video size={18} aria-hidden="true" />
          {t('clip.record')}
        </Button>
      )}
    </div>
  );
};
export default PhotosTool;
