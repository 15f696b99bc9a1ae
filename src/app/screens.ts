import { core } from '../core/core.ts';
import type { RouteRow } from '../routing/route-row.ts';

type Shown = Pick<RouteRow, 'path' | 'tracking'>;

let current: Shown | undefined;
/** Time at which the screen became visible (`performance.now()`); undefined while it is hidden. */
let since: number | undefined;

function show(): void {
  if (!current || since !== undefined || document.visibilityState === 'hidden') return;
  since = performance.now();
  void core.track('ta_page_show', { screen: current.tracking, '#url_path': current.path });
}

function hide(): void {
  if (!current || since === undefined) return;
  const seconds = (performance.now() - since) / 1_000;
  since = undefined;
  void core.track('ta_page_hide', { screen: current.tracking, '#url_path': current.path, '#duration': seconds });
}

function view(): void {
  if (current) void core.track('ta_pageview', { screen: current.tracking, '#url_path': current.path });
}

document.addEventListener('visibilitychange', () => (document.visibilityState === 'hidden' ? hide() : show()));

/**
 * Tracks that the user arrives at a screen (product 2.6), and ends the tracking of the previous one. Does nothing if the path is that of
 * the current screen; the core drops events without consent.
 */
export function showScreen(row: Shown): void {
  if (row.path === current?.path) return;
  hide();
  current = row;
  view();
  show();
}

/** Tracks the current screen again, after a consent to measurement was reported to the core, which drops events from before that. */
export function showAgain(): void {
  since = undefined;
  view();
  show();
}
