import { css } from '@emotion/react';
import { Camera, Gauge, Mic, Network, Play, RotateCcw, Volume2 } from 'lucide-react';
import { useCallback, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSpeed } from '../../../i18n/format.ts';
import { EffectSwitches } from '../../../media/camera/effect-switches.tsx';
import { useEffectsOn } from '../../../media/camera/use-effects-on.ts';
import { showStream } from '../../../media/stream-ref.ts';
import { Button } from '../../../ui/input/button.tsx';
import { portrait, radius, space, wide } from '../../../ui/style/tokens.ts';
import { CheckCard } from './check-card.tsx';
import { LevelMeter } from './level-meter.tsx';
import { playTone } from './sound.ts';
import { Summary } from './summary.tsx';
import { type PreflightPorts, usePreflight } from './use-preflight.ts';
import { sumUp } from './verdicts.ts';

const styles = {
  root: css({ display: 'grid', gap: space(4) }),
  checks: css({
    display: 'grid',
    gap: space(3),
    [wide]: {
      gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
      // The camera card spans the height of the other cards.
      '& > li:first-of-type': { gridRow: 'span 4' },
    },
  }),
  row: css({ display: 'flex', flexWrap: 'wrap', gap: space(2) }),
  mirror: css({
    inlineSize: '100%',
    aspectRatio: '4 / 3',
    objectFit: 'cover',
    borderRadius: radius.field,
    backgroundColor: portrait.night,
    transform: 'scaleX(-1)',
  }),
};

/** Mirrored self-view of the camera in the preflight, with the effects that a call would have, and their switches. */
const Mirror = ({ stream }: { readonly stream: MediaStream }) => {
  const { t } = useTranslation('call');
  const shown = useEffectsOn(stream);
  const video = useMemo(() => (shown ? showStream(shown) : undefined), [shown]);
  return (
    <>
      {video ? <video css={styles.mirror} ref={video} aria-label={t('ownPicture')} muted autoPlay playsInline /> : null}
      <EffectSwitches />
    </>
  );
};

/** Checks what a call needs, with result and advice. It requests no permission before the user starts it. */
export const Preflight = (ports: PreflightPorts) => {
  const { t } = useTranslation('preflight');
  const meter = useRef<HTMLDivElement>(null);
  const onLevel = useCallback((level: number) => {
    meter.current?.style.setProperty('--level', level.toFixed(3));
    meter.current?.setAttribute('aria-valuenow', String(Math.round(level * 100)));
  }, []);
  const { verdicts, picture, run, say } = usePreflight(ports, onLevel);
  const { camera, microphone, speaker, network, speed } = verdicts;
  const begun = camera !== undefined;
  const hears = microphone !== undefined && (microphone.grade === 'good' || microphone.why === 'silent');
  return (
    <div css={styles.root}>
      <Summary
        state={begun ? sumUp(verdicts) : 'waiting'}
        action={
          <Button variant="primary" onClick={() => void run()}>
            {begun ? <RotateCcw size={18} aria-hidden="true" /> : <Play size={18} aria-hidden="true" />}
            {t(begun ? 'again' : 'start')}
          </Button>
        }
      />
      <ul css={styles.checks}>
        <CheckCard
          icon={Camera}
          title={t('camera.title')}
          grade={camera?.grade ?? 'waiting'}
          words={camera ? t(`camera.${camera.why}`) : t('camera.before')}
        >
          {picture ? <Mirror stream={picture} /> : null}
        </CheckCard>
        <CheckCard
          icon={Mic}
          title={t('microphone.title')}
          grade={microphone?.grade ?? 'waiting'}
          words={microphone ? t(`microphone.${microphone.why}`) : t('microphone.before')}
        >
          {hears || microphone?.grade === 'running' ? <LevelMeter ref={meter} /> : null}
        </CheckCard>
        <CheckCard
          icon={Volume2}
          title={t('speaker.title')}
          grade={speaker?.grade ?? 'waiting'}
          words={speaker ? t(`speaker.${speaker.why}`) : t('speaker.before')}
        >
          {speaker ? (
            <div css={styles.row}>
              <Button small onClick={playTone}>
                <Play size={16} aria-hidden="true" />
                {t('speaker.play')}
              </Button>
              <Button small onClick={() => say({ check: 'speaker', grade: 'good', why: 'heard' })}>
                {t('speaker.yes')}
              </Button>
              <Button small onClick={() => say({ check: 'speaker', grade: 'bad', why: 'silent' })}>
                {t('speaker.no')}
              </Button>
            </div>
          ) : null}
        </CheckCard>
        <CheckCard
          icon={Network}
          title={t('network.title')}
          grade={network?.grade ?? 'waiting'}
          words={network ? t(`network.${network.why}`) : t('network.before')}
        />
        <CheckCard
          icon={Gauge}
          title={t('speed.title')}
          grade={speed?.grade ?? 'waiting'}
          words={speed ? t(`speed.${speed.why}`, { speed: formatSpeed(speed.kbits) }) : t('speed.before')}
        />
      </ul>
    </div>
  );
};
