import { css, Global } from '@emotion/react';
import { Maximize2, Phone, PhoneOff, X } from 'lucide-react';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { navigate, useBrowserLocation } from 'wouter/use-browser-location';
import { isOver } from '#contract/calls/calls.ts';
import { tidOfUid } from '#contract/ids.ts';
import { threadPath } from '#contract/paths.ts';
import type { CallRow } from '#db/schema.ts';
import { core } from '../../../core/core.ts';
import { tabId } from '../../../core/tab.ts';
import { useNow } from '../../../data/use-now.ts';
import { formatClock, formatNumber } from '../../../i18n/format.ts';
import { giftScenes } from '../../../messages/gift-scenes.ts';
import { videoPath } from '../../../paths.ts';
import { Avatar } from '../../../person/avatar.tsx';
import { Button } from '../../../ui/input/button.tsx';
import { Lazy, renderNothing } from '../../../ui/lazy.tsx';
import { depth, motion, portrait, size, space } from '../../../ui/style/tokens.ts';
import { rejoinCall } from './media/rejoin-call.ts';
import { SoundButton } from './media/sound-button.tsx';
import { useMedia } from './media/use-call-media.ts';
import { useCallNote } from './media/use-call-note.ts';
import { Video } from './media/video.tsx';
import { MeterPill } from './stage/meter-pill.tsx';
import { gemsAMinute } from './stage/offer.ts';
import { RoundButton } from './stage/round-button.tsx';
import { meterAt } from './stage/use-elapsed.ts';
import { useOffer } from './stage/use-offer.ts';

/** Space around the strip, px. */
const GAP = 8;

/** Moves what is behind the strip out from under it: the newest messages of a conversation, and the end of every other page. */
const MAKING_ROOM = css({
  'main [role="log"]': { insetBlockEnd: 'var(--strip-log)' },
  'main:not(:has([data-composer]))': { paddingBlockEnd: 'var(--strip-page)' },
});

/** Places the strip above the composer of a conversation, else above the navigation, and sets the CSS variables of `MAKING_ROOM`. */
function useStripPlace(): RefObject<HTMLElement | null> {
  const strip = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const { current } = strip;
    if (!current) return;
    const { documentElement: root, body } = document;
    const place = () => {
      const box = document.querySelector('[data-composer]');
      const above = root.clientHeight - (box?.getBoundingClientRect().top ?? 0) + GAP;
      current.style.insetBlockEnd = box ? `${above}px` : '';
      const end = document.querySelector('main')?.getBoundingClientRect().bottom ?? 0;
      root.style.setProperty('--strip-log', `${current.offsetHeight + 2 * GAP}px`);
      root.style.setProperty('--strip-page', `${Math.max(0, end - current.offsetTop + GAP)}px`);
    };
    const sizes = new ResizeObserver(place);
    sizes.observe(current);
    sizes.observe(root);
    // The composer appears and disappears with its page, and grows with its text.
    const nodes = new MutationObserver(() => {
      const box = document.querySelector('[data-composer]');
      if (box) sizes.observe(box);
      place();
    });
    nodes.observe(body, { childList: true, subtree: true });
    place();
    return () => {
      sizes.disconnect();
      nodes.disconnect();
      root.style.removeProperty('--strip-log');
      root.style.removeProperty('--strip-page');
    };
  }, []);
  return strip;
}

const styles = {
  root: css({
    position: 'fixed',
    zIndex: depth.strip,
    insetBlockEnd: `calc(${space(18)} + env(safe-area-inset-bottom))`,
    insetInline: space(3),
    marginInline: 'auto',
    maxInlineSize: '460px',
    display: 'flex',
    alignItems: 'center',
    gap: space(3),
    padding: space(2.5),
    borderRadius: '24px',
    color: portrait.ink,
    backgroundColor: portrait.night,
    boxShadow: `0 16px 40px ${portrait.night}, inset 0 0 0 1px ${portrait.rim}`,
    animation: `rise ${motion.slow} ${motion.ease}`,
  }),
  picture: css({
    flexShrink: 0,
    inlineSize: '54px',
    blockSize: '72px',
    borderRadius: '14px',
    overflow: 'hidden',
    display: 'grid',
    placeItems: 'center',
    backgroundColor: portrait.glassHover,
  }),
  middle: css({ flex: 1, minInlineSize: 0, display: 'grid', justifyItems: 'start', gap: space(1) }),
  words: css({ fontSize: size.xs, fontWeight: 600, overflowWrap: 'anywhere' }),
  note: css({ fontSize: size.xs, color: portrait.soft, overflowWrap: 'anywhere' }),
};

/** The strip over the page. It covers nothing that the page cannot scroll out from under it. */
const Bar = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => {
  const place = useStripPlace();
  return (
    <aside css={styles.root} ref={place} aria-label={label}>
      <Global styles={MAKING_ROOM} />
      {children}
    </aside>
  );
};

/** The proposal or price notice for the caller, while the call is behind another page. The call's own screen has the buttons for it. */
const OfferNote = ({ call }: { readonly call: CallRow }) => {
  const { t } = useTranslation(['call', 'people']);
  const offer = useOffer(call);
  if (offer === 'none') return null;
  const price = t('people:price', { count: call.price });
  return (
    <p css={styles.words} role="status">
      {t(`offer.${offer}`, { name: call.peer.nickName, price })}
    </p>
  );
};

/** Text with the gems or silver that a call cost the caller or earned the host; until the server has settled the call, a note says so. */
const Cost = ({ call }: { readonly call: CallRow }) => {
  const { t } = useTranslation('call');
  const { receipt, direction } = call;
  if (!receipt) return t('end.unsettled');
  const { gems, silver = 0 } = receipt;
  if (silver > 0) return `${t('end.paidSilver')} ${formatNumber(silver)}`;
  if (gems === 0 && (direction === 'out' || gemsAMinute(call) === 0)) return t('end.nothing');
  return `${t(direction === 'out' ? 'end.paid' : 'end.earned')} ${formatNumber(gems)}`;
};

/** Strip of a call that ended while it was minimised: its duration and cost, until the user opens the receipt or closes the strip. */
export const EndedStrip = ({ call }: { readonly call: CallRow }) => {
  const { t } = useTranslation(['call', 'push', 'common']);
  const { peer, receipt, meter, connectingTime } = call;
  const title = t(connectingTime > 0 ? 'end.title' : 'end.failed');
  return (
    <Bar label={title}>
      <Avatar uid={peer.uid} name={peer.nickName} src={peer.avatarUrl} size="small" />
      <div css={styles.middle} role="status">
        <p css={styles.words}>{title}</p>
        {connectingTime > 0 ? (
          <p css={styles.note}>
            {formatClock(receipt?.seconds ?? meter?.seconds ?? 0)} · <Cost call={call} />
          </p>
        ) : null}
      </div>
      <Button variant="primary" small onClick={() => navigate(videoPath(peer.jid))}>
        {t('push:actReceipt')}
      </Button>
      <RoundButton label={t('common:close')} onClick={() => void core.dismissCall()}>
        <X size={22} aria-hidden="true" />
      </RoundButton>
    </Bar>
  );
};

/**
 * Strip shown while the call is not visible here: in another tab, behind another page of this tab, or without an owning tab; and after a
 * call that ended behind another page.
 */
const CallStrip = ({ call }: { readonly call: CallRow }) =>
  isOver(call.status) ? <EndedStrip call={call} /> : <RunningStrip call={call} />;

const RunningStrip = ({ call }: { readonly call: CallRow }) => {
  const { t } = useTranslation('call');
  const { peer, ownerTab, rejoinUntil } = call;
  const name = peer.nickName;
  const now = useNow();
  const media = useMedia();
  const [hasPicture, setHasPicture] = useState(false);
  const note = useCallNote(call, hasPicture);
  const here = ownerTab === tabId;
  const lost = rejoinUntil > 0;
  const open = async () => {
    if (!here && !(await rejoinCall())) return;
    navigate(videoPath(peer.jid));
  };
  const tid = tidOfUid(peer.uid);
  // The page of the conversation with the peer draws the gifts itself.
  const [path] = useBrowserLocation();
  const drawsGifts = here && path !== threadPath(tid);
  const words = here ? t('inCall', { name }) : t(lost ? 'rejoin' : 'elsewhere', { name });
  return (
    <Bar label={words}>
      {here ? (
        <div css={styles.picture}>
          {media.remote && media.peerVideo ? (
            <Video stream={media.remote} label={name} onPicture={setHasPicture} />
          ) : (
            <Avatar uid={peer.uid} name={name} src={peer.avatarUrl} size="small" />
          )}
        </div>
      ) : null}
      <div css={styles.middle}>
        <p css={styles.words} role="status">
          {words}
        </p>
        {here ? <MeterPill call={call} /> : <span css={styles.note}>{formatClock(meterAt(call, now).elapsed)}</span>}
        {here ? <OfferNote call={call} /> : null}
        {here && note.text ? (
          <p css={styles.note} role="status">
            {note.text}
          </p>
        ) : null}
        {here ? <SoundButton name={name} /> : null}
      </div>
      {here ? (
        <RoundButton label={t('return')} onClick={() => void open()}>
          <Maximize2 size={22} aria-hidden="true" />
        </RoundButton>
      ) : (
        <Button variant="primary" small onClick={() => void open()}>
          <Phone size={16} aria-hidden="true" />
          {t(lost ? 'rejoinAction' : 'moveHere')}
        </Button>
      )}
      {drawsGifts ? <Lazy part={giftScenes} with={{ tid, name }} missing={renderNothing} /> : null}
      <RoundButton label={t('hangUp')} variant="decline" onClick={() => void core.hangUp()}>
        <PhoneOff size={22} aria-hidden="true" />
      </RoundButton>
    </Bar>
  );
};
export default CallStrip;
