import { css } from '@emotion/react';
import { Maximize, Minimize, PictureInPicture2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { sourceOf } from '../../../../media/camera/camera-effects.ts';
import { EffectSwitches } from '../../../../media/camera/effect-switches.tsx';
import { Sheet } from '../../../../ui/dialog/sheet.tsx';
import { Button } from '../../../../ui/input/button.tsx';
import { RadioList } from '../../../../ui/input/radio-list.tsx';
import { size, space } from '../../../../ui/style/tokens.ts';
import { switchDevice } from '../media/local-media.ts';
import { reportDevice } from '../media/report-device.ts';
import { useMedia } from '../media/use-call-media.ts';
import { useDevices } from '../media/use-devices.ts';
import { SafetyCodeSection } from './safety-code-section.tsx';

const styles = {
  root: css({ display: 'grid', gap: space(5), padding: space(5), paddingBlockStart: 0, overflowY: 'auto' }),
  acts: css({ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(140px, 1fr))', gap: space(2) }),
  title: css({ fontSize: size.md, marginBlockEnd: space(2) }),
};

const KINDS = [
  { kind: 'videoinput', label: 'camera' },
  { kind: 'audioinput', label: 'microphone' },
  { kind: 'audiooutput', label: 'speaker' },
] as const;

type Props = {
  readonly onClose: () => void;
  /** Switches the speaker; undefined if the browser cannot select an audio output. */
  readonly onSpeaker: ((deviceId: string) => void) | undefined;
  readonly speaker: string;
  readonly fullScreen: boolean;
  /** Opens picture-in-picture; undefined if the browser has none. */
  readonly onPicture: (() => void) | undefined;
  /** Enters or leaves full screen; undefined if the browser has none. */
  readonly onFullScreen: (() => void) | undefined;
};

/**
 * Controls of a call that are seldom used: small window, full screen, and the choice of camera, microphone and speaker, with the safety
 * code of the call. The list updates when a device is plugged in or removed.
 */
const MoreSheet = ({ onClose, onSpeaker, speaker, fullScreen, onPicture, onFullScreen }: Props) => {
  const { t } = useTranslation(['call', 'common']);
  const run = (act: () => void) => () => {
    act();
    onClose();
  };
  const { local } = useMedia();
  const devices = useDevices();
  const used = (kind: string) =>
    local
      ?.getTracks()
      .filter((track) => `${track.kind}input` === kind)
      .map((track) => sourceOf(track).getSettings().deviceId)[0] ?? '';
  const choose = (kind: MediaDeviceKind, deviceId: string) => {
    if (kind === 'audiooutput') onSpeaker?.(deviceId);
    else if (kind === 'videoinput') void switchDevice('video', { deviceId }).then(reportDevice('camera'));
    else void switchDevice('audio', { deviceId }).then(reportDevice('microphone'));
  };
  return (
    <Sheet open onClose={onClose} title={t('common:more')}>
      <div css={styles.root}>
        {onPicture || onFullScreen ? (
          <div css={styles.acts}>
            {onPicture ? (
              <Button onClick={run(onPicture)}>
                <PictureInPicture2 size={20} aria-hidden="true" />
                {t('pictureInPicture')}
              </Button>
            ) : null}
            {onFullScreen ? (
              <Button onClick={run(onFullScreen)}>
                {fullScreen ? <Minimize size={20} aria-hidden="true" /> : <Maximize size={20} aria-hidden="true" />}
                {t(fullScreen ? 'leaveFullScreen' : 'fullScreen')}
              </Button>
            ) : null}
          </div>
        ) : null}
        {KINDS.map(({ kind, label }) => {
          const options = devices
            .filter((device) => device.kind === kind && device.deviceId !== '')
            .map((device, index) => ({ value: device.deviceId, label: device.label || `${t(label)} ${index + 1}` }));
          if (options.length === 0 || (kind === 'audiooutput' && !onSpeaker)) return null;
          return (
            <section key={kind}>
              <h3 css={styles.title}>{t(label)}</h3>
              <RadioList
                legend={t(label)}
                options={options}
                value={kind === 'audiooutput' ? speaker : used(kind)}
                onChoose={(deviceId) => choose(kind, deviceId)}
              />
            </section>
          );
        })}
        {local && local.getVideoTracks().length > 0 ? <EffectSwitches /> : null}
        <SafetyCodeSection />
      </div>
    </Sheet>
  );
};
export default MoreSheet;
