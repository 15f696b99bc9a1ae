import { css } from '@emotion/react';
import {
  Gift,
  Maximize,
  MessageCircle,
  Mic,
  MicOff,
  Minimize,
  PhoneOff,
  PictureInPicture2,
  Settings2,
  SwitchCamera,
  Video as VideoIcon,
  VideoOff,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { core } from '../../../core/core.ts';
import { depth, motion, portrait, space } from '../../../ui/style/tokens.ts';
import { switchCamera, toggleDevice } from './media/local-media.ts';
import { reportDevice as report } from './media/report-device.ts';
import { useMedia } from './media/use-call-media.ts';
import { useDevices } from './media/use-devices.ts';
import { RoundButton } from './stage/round-button.tsx';

const styles = {
  root: css({
    position: 'absolute',
    zIndex: depth.controls,
    insetInline: 0,
    insetBlockEnd: 0,
    display: 'grid',
    justifyItems: 'center',
    gap: space(4),
    padding: space(4),
    paddingBlockEnd: `max(${space(6)}, env(safe-area-inset-bottom))`,
    backgroundImage: portrait.foot,
    transition: `opacity ${motion.slow} ${motion.ease}`,
    '&[data-faded]': { opacity: 0 },
  }),
  // Visually hidden button for screen reader and keyboard users.
  show: css({ position: 'absolute', inlineSize: '1px', blockSize: '1px', overflow: 'hidden', clipPath: 'inset(50%)' }),
  row: css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'center', gap: space(3) }),
};

type Props = {
  readonly faded: boolean;
  readonly onShow: () => void;
  /** Called with true while a control has keyboard focus; the controls do not fade then. */
  readonly onHold: (held: boolean) => void;
  readonly chatOpen: boolean;
  readonly fullScreen: boolean;
  readonly onChat: () => void;
  readonly onDevices: () => void;
  readonly onGift: (() => void) | undefined;
  readonly onPicture: (() => void) | undefined;
  readonly onFullScreen: (() => void) | undefined;
  /** The chat, shown above the controls. */
  readonly children?: ReactNode;
};

/** Control bar of a call. It fades out while there is no input. */
export const CallBar = (props: Props) => {
  const { faded, onShow, onHold, chatOpen, fullScreen, onChat, onDevices, onGift, onPicture, onFullScreen, children } =
    props;
  const { t } = useTranslation(['call', 'profile']);
  const { microphone, camera } = useMedia();
  const devices = useDevices();
  const hasTwoCameras = devices.filter(({ kind }) => kind === 'videoinput').length > 1;
  const [muted, dark] = [microphone !== 'on', camera !== 'on'];
  return (
    <>
      {faded ? (
        <button type="button" css={styles.show} onClick={onShow} onFocus={onShow}>
          {t('showControls')}
        </button>
      ) : null}
      <div
        css={styles.root}
        role="toolbar"
        aria-label={t('controls')}
        data-faded={faded || undefined}
        inert={faded}
        onFocus={({ target }) => onHold(target.matches(':focus-visible'))}
        onBlur={() => onHold(false)}
      >
        {children}
        <div css={styles.row}>
          {onGift ? (
            <RoundButton label={t('profile:gift')} onClick={onGift}>
              <Gift size={22} aria-hidden="true" />
            </RoundButton>
          ) : null}
          {camera === 'on' && hasTwoCameras ? (
            <RoundButton label={t('switchCamera')} onClick={() => void switchCamera().then(report('camera'))}>
              <SwitchCamera size={22} aria-hidden="true" />
            </RoundButton>
          ) : null}
          <RoundButton label={t('devices')} onClick={onDevices}>
            <Settings2 size={22} aria-hidden="true" />
          </RoundButton>
          {onPicture ? (
            <RoundButton label={t('pictureInPicture')} onClick={onPicture}>
              <PictureInPicture2 size={22} aria-hidden="true" />
            </RoundButton>
          ) : null}
          {onFullScreen ? (
            <RoundButton label={t(fullScreen ? 'leaveFullScreen' : 'fullScreen')} onClick={onFullScreen}>
              {fullScreen ? <Minimize size={22} aria-hidden="true" /> : <Maximize size={22} aria-hidden="true" />}
            </RoundButton>
          ) : null}
        </div>
        <div css={styles.row}>
          <RoundButton
            label={t(muted ? 'unmute' : 'mute')}
            aria-pressed={muted}
            onClick={() => void toggleDevice('audio').then(report('microphone'))}
          >
            {muted ? <MicOff size={22} aria-hidden="true" /> : <Mic size={22} aria-hidden="true" />}
          </RoundButton>
          <RoundButton
            label={t(dark ? 'cameraOn' : 'cameraOff')}
            aria-pressed={dark}
            onClick={() => void toggleDevice('video').then(report('camera'))}
          >
            {dark ? <VideoOff size={22} aria-hidden="true" /> : <VideoIcon size={22} aria-hidden="true" />}
          </RoundButton>
          <RoundButton label={t('hangUp')} variant="decline" large onClick={() => void core.hangUp()}>
            <PhoneOff size={28} aria-hidden="true" />
          </RoundButton>
          <RoundButton label={t(chatOpen ? 'hideChat' : 'chat')} aria-pressed={chatOpen} onClick={onChat}>
            <MessageCircle size={22} aria-hidden="true" />
          </RoundButton>
        </div>
      </div>
    </>
  );
};
