import { useEffect, useSyncExternalStore } from 'react';
import { useBrowserLocation } from 'wouter/use-browser-location';
import { Later, type Part, partOf } from '../ui/later.tsx';
import { closePanel, onPanelChange, type PanelName, type PanelProps, panelNow } from '../ui/panel.ts';

type WithClose<P> = P & { readonly onClose: () => void };

/** The panels, each fetched when it is first opened: a name without one does not compile. */
const PANELS: { readonly [N in PanelName]: Part<WithClose<PanelProps[N]>> } = {
  report: partOf(() => import('../features/people/safety/report-sheet.tsx')),
  block: partOf(() => import('../features/people/safety/block-sheet.tsx')),
};

/** Draws the panel that is open. Whoever goes to another page leaves it behind. */
export const Panels = () => {
  const open = useSyncExternalStore(onPanelChange, panelNow);
  const [path] = useBrowserLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is the occasion, not an input
  useEffect(() => closePanel, [path]);
  if (!open) return null;
  return <Later key={open.name} part={PANELS[open.name]} with={{ ...open.props, onClose: closePanel }} />;
};
