import { css } from '@emotion/react';
import {
  Gift,
  MessageCircle,
  Mic,
  MicOff,
  PhoneOff,
  Settings2,
  SwitchCamera,
  Video as VideoIcon,
  VideoOff,
} from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { core } from '../../../core/core.ts';
import { depth, motion, portrait, space, wide } from '../../../ui/style/tokens.ts';
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
    // With a large text it scrolls, and leaves the buttons at the top free.
    maxBlockSize: 'calc(100% - 88px)',
    overflowY: 'auto',
    display: 'grid',
    justifyItems: 'center',
    gap: space(4),
    padding: `${space(4)} ${space(3)}`,
    paddingBlockEnd: `max(${space(6)}, env(safe-area-inset-bottom))`,
    backgroundImage: portrait.foot,
    transition: `opacity ${motion.slow} ${motion.ease}`,
    '&[data-faded]': { opacity: 0 },
  }),
  // Visually hidden button with which screen reader and keyboard users show the faded controls.
  show: css({ position: 'absolute', inlineSize: '1px', blockSize: '1px', overflow: 'hidden', clipPath: 'inset(50%)' }),
  // The button that hangs up is in the middle of the screen, whatever is beside it.
  row: css({
    inlineSize: '100%',
    containerType: 'inline-size',
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto minmax(0, 1fr)',
    alignItems: 'start',
    gap: space(1),
    [wide]: { gap: space(4) },
  }),
  side: css({
    display: 'flex',
    alignItems: 'start',
    // The centre of these buttons is on the height of the larger one in the middle.
    paddingBlockStart: space(2),
    '&[data-before]': { justifyContent: 'end' },
    '& > *': { flex: '1 1 0', minInlineSize: 0, maxInlineSize: '84px' },
  }),
  button: css({
    display: 'grid',
    justifyItems: 'center',
    gap: space(1.5),
    // On a narrow phone the buttons beside the large one share the row: three on one side are as large as two on the other.
    '& > button:not([data-size])': {
      inlineSize: ['min(52px, 100% - 4px)', 'min(52px, (100cqi - 76px) / 6 - 4px)'],
      blockSize: 'auto',
      aspectRatio: '1',
    },
  }),
  words: css({
    maxInlineSize: '100%',
    minBlockSize: '2.3em',
    fontSize: '0.6875rem',
    fontWeight: 600,
    lineHeight: 1.15,
    textAlign: 'center',
    overflowWrap: 'anywhere',
    hyphens: 'auto',
    textShadow: `0 1px 6px ${portrait.night}`,
  }),
};

type Props = {
  readonly faded: boolean;
  readonly onShow: () => void;
  /** Called with true when a control gets keyboard focus and with false when it loses it; the controls do not fade in between. */
  readonly onHold: (held: boolean) => void;
  readonly chatOpen: boolean;
  readonly onChat: () => void;
  /** Opens the sheet with the other controls. */
  readonly onMore: () => void;
  readonly onGift: (() => void) | undefined;
  /** The chat, shown above the controls. */
  readonly children?: ReactNode;
};

type BarButtonProps = Omit<ComponentProps<typeof RoundButton>, 'css'> & { readonly words: string };

/** Round button with a short visible text below. Screen readers read `label`, which names the action in full. */
const BarButton = ({ words, ...rest }: BarButtonProps) => (
  <span css={styles.button}>
    <RoundButton {...rest} />
    <span css={styles.words} aria-hidden="true">
      {words}
    </span>
  </span>
);

/** Control bar of a call. While `faded`, it is invisible and inert, and a visually hidden button calls `onShow`. */
export const CallBar = (props: Props) => {
  const { faded, onShow, onHold, chatOpen, onChat, onMore, onGift, children } = props;
  const { t } = useTranslation(['call', 'profile', 'common']);
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
          <div css={styles.side} data-before="">
            <BarButton label={t('common:more')} words={t('common:more')} onClick={onMore}>
              <Settings2 size={22} aria-hidden="true" />
            </BarButton>
            <BarButton
              label={t(muted ? 'unmute' : 'mute')}
              words={t(muted ? 'unmute' : 'mute')}
              aria-pressed={muted}
              onClick={() => void toggleDevice('audio').then(report('microphone'))}
            >
              {muted ? <MicOff size={22} aria-hidden="true" /> : <Mic size={22} aria-hidden="true" />}
            </BarButton>
            <BarButton
              label={t(dark ? 'cameraOn' : 'cameraOff')}
              words={t('camera')}
              aria-pressed={dark}
              onClick={() => void toggleDevice('video').then(report('camera'))}
            >
              {dark ? <VideoOff size={22} aria-hidden="true" /> : <VideoIcon size={22} aria-hidden="true" />}
            </BarButton>
          </div>
          <BarButton label={t('hangUp')} words={t('hangUp')} variant="decline" large onClick={() => void core.hangUp()}>
            <PhoneOff size={28} aria-hidden="true" />
          </BarButton>
          <div css={styles.side}>
            <BarButton
              label={t(chatOpen ? 'hideChat' : 'chat')}
              words={t('chat')}
              aria-pressed={chatOpen}
              onClick={onChat}
            >
              <MessageCircle size={22} aria-hidden="true" />
            </BarButton>
            {onGift ? (
              <BarButton label={t('profile:gift')} words={t('profile:gift')} onClick={onGift}>
                <Gift size={22} aria-hidden="true" />
              </BarButton>
            ) : null}
            {camera === 'on' && hasTwoCameras ? (
              <BarButton
                label={t('switchCamera')}
                words={t('switchCamera')}
                onClick={() => void switchCamera().then(report('camera'))}
              >
                <SwitchCamera size={22} aria-hidden="true" />
              </BarButton>
            ) : null}
          </div>
        </div>
      </div>
    </>
  );
};
