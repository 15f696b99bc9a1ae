import { css } from '@emotion/react';
import { ChevronDown, MicOff } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tidOfUid } from '#contract/ids.ts';
import type { CallRow } from '#db/schema.ts';
import { useSetting } from '../../../../data/settings.ts';
import { openGifts } from '../../../../gifts/open-gifts.ts';
import { useMayGive } from '../../../../gifts/use-may-give.ts';
import { giftScenes } from '../../../../messages/gift-scenes.ts';
import { useFileTarget } from '../../../../messages/transfer/use-file-target.ts';
import { LazyDialog } from '../../../../ui/dialog/lazy-dialog.tsx';
import { Lazy, partOf, renderNothing } from '../../../../ui/lazy.tsx';
import { useCallTheme } from '../../../../ui/style/theme.ts';
import { coveredTop, depth, motion, portrait, size, space } from '../../../../ui/style/tokens.ts';
import { CallBar } from '../call-bar.tsx';
import { isVeiled } from '../media/media-view.ts';
import { QualityMark } from '../media/quality-mark.tsx';
import { chooseSpeaker, speakerNow } from '../media/remote-sound.ts';
import { SoundButton } from '../media/sound-button.tsx';
import { useMedia } from '../media/use-call-media.ts';
import { useCallNote } from '../media/use-call-note.ts';
import { takeFrame, Video } from '../media/video.tsx';
import { MeterPill } from './meter-pill.tsx';
import { OwnPicture } from './own-picture.tsx';
import { PortraitBackdrop } from './portrait-backdrop.tsx';
import { RevealOffer } from './reveal-offer.tsx';
import { RoundButton } from './round-button.tsx';
import { StageChat } from './stage-chat.tsx';
import { StageOffer } from './stage-offer.tsx';
import { TopUpWait } from './top-up-wait.tsx';
import { useOffer } from './use-offer.ts';
import { useBlindPress, useFullScreen, useIdle, useStageKeys } from './use-stage.ts';

const moreSheet = partOf(() => import('./more-sheet.tsx'));

const styles = {
  root: css({
    position: 'fixed',
    inset: 0,
    zIndex: depth.screen,
    overflow: 'hidden',
    backgroundColor: portrait.night,
    color: portrait.ink,
  }),
  picture: css({
    position: 'absolute',
    inset: 0,
    // In landscape the whole picture is shown over the blurred portrait instead of being cropped.
    '@media (min-aspect-ratio: 1 / 1)': { '& video': { objectFit: 'contain' } },
  }),
  top: css({
    position: 'absolute',
    zIndex: depth.controls,
    insetInline: 0,
    insetBlockStart: 0,
    display: 'flex',
    alignItems: 'start',
    gap: space(2),
    padding: space(3),
    paddingBlockStart: `max(${space(3)}, ${coveredTop})`,
    backgroundImage: portrait.head,
  }),
  marks: css({
    flex: 1,
    minInlineSize: 0,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'center',
    gap: space(2),
  }),
  menu: css({
    '& button[data-look]': {
      color: portrait.ink,
      backgroundColor: portrait.glass,
      inlineSize: '52px',
      blockSize: '52px',
    },
  }),
  sound: css({
    position: 'absolute',
    zIndex: depth.over,
    insetInline: 0,
    insetBlockStart: '54%',
    display: 'grid',
    justifyItems: 'center',
  }),
  note: css({
    position: 'absolute',
    zIndex: depth.over,
    insetInline: 0,
    insetBlockStart: '42%',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: space(2),
    paddingInline: space(6),
    textAlign: 'center',
    fontSize: size.md,
    textShadow: `0 1px 12px ${portrait.night}`,
    animation: `appear ${motion.slow} ${motion.ease}`,
  }),
};

/** Details of a call for a report about the peer: its sid, and the peer's picture now (`takeFrame`). */
export type ReportedCall = { readonly sid: string; readonly frame: string };

type Props = {
  readonly call: CallRow;
  readonly onMinimise: () => void;
  /** Renders the menu with report and block. */
  readonly menuOf: (callOf: () => ReportedCall) => ReactNode;
};

/** Screen of an answered call in the tab that owns it: the peer's video, with controls that fade out while there is no input. */
export const Stage = ({ call, onMinimise, menuOf }: Props) => {
  const { t } = useTranslation('call');
  const { peer } = call;
  useCallTheme();
  const privateNote = useSetting('viewerNotes')[tidOfUid(peer.uid)];
  const name = peer.nickName;
  const media = useMedia();
  const video = useRef<HTMLVideoElement>(null);
  const [chatOpen, setChatOpen] = useState(false);
  // Files that are dropped on the call go to the peer, not to a conversation behind it. The open chat adds its input.
  useFileTarget(tidOfUid(peer.uid), useRef(null));
  const [moreOpen, setMoreOpen] = useState(false);
  const [speaker, setSpeaker] = useState(speakerNow);
  const [fullScreen, toggleFullScreen] = useFullScreen();
  const [idle, wake] = useIdle();
  const [held, setHeld] = useState(false);
  const offer = useOffer(call);
  const mayGive = useMayGive(peer.uid) && call.sid !== '';

  // Shows the video with its first frame; `connectingTime` in the row follows later, through the core.
  const [pictured, setPictured] = useState(false);
  const seen = (call.connectingTime > 0 || pictured) && media.remote !== undefined && media.peerVideo;
  const veiled = isVeiled(call.kind, media);
  const faded = idle && !held && !chatOpen && offer === 'none' && !veiled && seen && !call.waitUntil;
  const blind = useBlindPress(faded);
  useStageKeys(() => setChatOpen(false), wake);
  const note = useCallNote(call, pictured);
  const onSpeaker = (deviceId: string) => {
    chooseSpeaker(deviceId).then(
      () => setSpeaker(deviceId),
      () => {},
    );
  };
  return (
    <section
      aria-label={name}
      css={styles.root}
      data-call-stage=""
      onPointerMove={wake}
      onPointerDown={wake}
      {...blind}
    >
      <PortraitBackdrop uid={peer.uid} url={peer.avatarUrl} />
      <div css={styles.picture}>
        <Video stream={media.remote} label={name} hidden={!seen} onPicture={setPictured} ref={video} />
      </div>
      <header css={styles.top}>
        <RoundButton label={t('minimise')} onClick={onMinimise}>
          <ChevronDown size={24} aria-hidden="true" />
        </RoundButton>
        <div css={styles.marks}>
          <MeterPill call={call} />
          {media.quality ? <QualityMark quality={media.quality} /> : null}
          {privateNote ? <span dir="auto">{privateNote}</span> : null}
        </div>
        <div css={styles.menu}>
          {menuOf(() => ({ sid: call.sid, frame: video.current ? takeFrame(video.current) : '' }))}
        </div>
      </header>
      {call.waitUntil ? <TopUpWait call={call} until={call.waitUntil} /> : null}
      {!call.waitUntil && note.text ? (
        <p css={styles.note} role="status">
          {note.isMuted ? <MicOff size={18} aria-hidden="true" /> : null}
          {note.text}
        </p>
      ) : null}
      <div css={styles.sound}>
        <SoundButton name={name} />
      </div>
      <OwnPicture />
      <CallBar
        faded={faded}
        onShow={() => {
          wake();
          setHeld(true);
        }}
        onHold={setHeld}
        chatOpen={chatOpen}
        onChat={() => setChatOpen(!chatOpen)}
        onMore={() => setMoreOpen(true)}
        onGift={mayGive ? () => void openGifts(peer.uid, name) : undefined}
      >
        {veiled ? <RevealOffer name={name} /> : null}
        {offer === 'none' ? null : <StageOffer call={call} offer={offer} />}
        {chatOpen ? <StageChat uid={peer.uid} name={name} /> : null}
      </CallBar>
      <Lazy part={giftScenes} with={{ tid: tidOfUid(peer.uid), name }} missing={renderNothing} />
      {moreOpen ? (
        <LazyDialog
          part={moreSheet}
          with={{
            onClose: () => setMoreOpen(false),
            fullScreen,
            onPicture: document.pictureInPictureEnabled
              ? () => void video.current?.requestPictureInPicture().catch(() => {})
              : undefined,
            onFullScreen: document.fullscreenEnabled ? toggleFullScreen : undefined,
            onSpeaker: 'setSinkId' in HTMLMediaElement.prototype ? onSpeaker : undefined,
            speaker,
          }}
        />
      ) : null}
    </section>
  );
};
