import i18next from 'i18next';
import { Component, type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { useBrowserLocation } from 'wouter/use-browser-location';
import { answerAge, isAgeAsked, onAgeChange } from '../core/age.ts';
import { core } from '../core/core.ts';
import { LazyDialog } from '../ui/dialog/lazy-dialog.tsx';
import {
  closePanel,
  type OpenPanel,
  onPanelChange,
  type PanelName,
  type PanelProps,
  panelNow,
} from '../ui/dialog/panel.ts';
import { showToast } from '../ui/feedback/toast.ts';
import { type LazyPart, partOf } from '../ui/lazy.tsx';
import { useOverlay } from '../ui/overlay.ts';

type WithClose<P> = P & { readonly onClose: () => void };

/** The panels by name; each is loaded when it is first opened. A name without a panel does not compile. */
const PANELS: { readonly [N in PanelName]: LazyPart<WithClose<PanelProps[N]>> } = {
  send: partOf(() => import('../features/chat/send/send-sheet.tsx')),
  recordClip: partOf(() => import('../features/chat/send/clip-recorder.tsx')),
  book: partOf(() => import('../features/calls/bookings/book-sheet.tsx')),
  unlock: partOf(() => import('../features/chat/lock/unlock-sheet.tsx')),
  exclusive: partOf(() => import('../features/chat/lock/exclusive-sheet.tsx')),
  lockDetails: partOf(() => import('../features/chat/lock/lock-details.tsx')),
  album: partOf(() => import('../messages/viewer/media-viewer.tsx')),
  report: partOf(() => import('../features/people/safety/report-sheet.tsx')),
  block: partOf(() => import('../features/people/safety/block-sheet.tsx')),
  gifts: partOf(() => import('../features/gifts/sheet/gift-sheet.tsx')),
  story: partOf(() => import('../features/discovery/stories/story-panel.tsx')),
  download: partOf(() => import('../features/account/install/download-panel.tsx')),
  luckyBox: partOf(() => import('../features/rewards/lucky/lucky-panel.tsx')),
  forward: partOf(() => import('../features/chat/around/forward-sheet.tsx')),
  hideMessage: partOf(() => import('../messages/menu/hide-dialog.tsx')),
  retractMessage: partOf(() => import('../messages/menu/retract-dialog.tsx')),
  reactMessage: partOf(() => import('../messages/menu/react-sheet.tsx')),
  link: partOf(() => import('../features/chat/around/link-sheet.tsx')),
  search: partOf(() => import('../features/chat/around/search-sheet.tsx')),
  store: partOf(() => import('../features/payments/store/store-panel.tsx')),
  translation: partOf(() => import('../features/chat/translation/translation-sheet.tsx')),
};

/** Screen names in the analytics of the panels that count as screens (product 2.6); other panels are not tracked. */
const TRACKED: Partial<Record<PanelName, string>> = {
  exclusive: 'exclusive girl page',
  unlock: 'message unlock',
  lockDetails: 'message details',
  download: 'guide to download',
  story: 'story line',
  store: 'coin store',
  luckyBox: 'lucky box',
};

function draw<N extends PanelName>(panel: OpenPanel<N>): ReactNode {
  const part: LazyPart<WithClose<PanelProps[N]>> = PANELS[panel.name];
  return <LazyDialog part={part} with={{ ...panel.props, onClose: closePanel }} />;
}

/** Error boundary of a panel: closes the panel and leaves the page below as it is. */
class Boundary extends Component<{ readonly children: ReactNode }, { readonly broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch() {
    closePanel();
    showToast(i18next.t('common:crashed.title'), 'bad');
  }

  override render() {
    return this.state.broken ? null : this.props.children;
  }
}

const ageSheet = partOf(() => import('../features/account/life/age-sheet.tsx'));

/** Asks for the birth date above everything else (`askAge`); the action that needed it continues once the date is stored. */
const AgeQuestion = () => {
  const isQuestionOpen = useSyncExternalStore(onAgeChange, isAgeAsked);
  // Counts as an overlay already while its component loads, so that no prompt appears in the meantime.
  useOverlay(isQuestionOpen);
  return isQuestionOpen ? <LazyDialog part={ageSheet} with={{ onClose: () => answerAge(false) }} /> : null;
};

/**
 * Renders the panel opened by `openPanel`, which closes when the path changes, and above it the age check while one is open (`askAge`).
 * Mounted once by the root component.
 */
export const Panels = () => {
  const open = useSyncExternalStore(onPanelChange, panelNow);
  const [path] = useBrowserLocation();
  useOverlay(open !== undefined);
  const tracking = open && TRACKED[open.name];
  useEffect(() => {
    if (tracking) void core.track('ta_pageview', { screen: tracking });
  }, [tracking]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the path closes the panel
  useEffect(() => closePanel, [path]);
  return (
    <>
      {open ? <Boundary key={open.name}>{draw(open)}</Boundary> : null}
      <AgeQuestion />
    </>
  );
};
