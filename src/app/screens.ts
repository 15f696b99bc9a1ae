import { core } from '../core/core.ts';
import type { RouteRow } from '../routing/route-row.ts';

type Shown = Pick<RouteRow, 'path' | 'tracking'>;

let current: Shown | undefined;
/** Whether the core has taken a consent to measurement from this page. Before that it may drop events or, for another tab, store them. */
let isAllowed = false;
/** Time at which the tracked screen became visible (`performance.now()`); undefined while it is hidden or nothing is tracked. */
let since: number | undefined;

function show(): void {
  if (!current || !isAllowed || since !== undefined || document.visibilityState === 'hidden') return;
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
  if (current && isAllowed) void core.track('ta_pageview', { screen: current.tracking, '#url_path': current.path });
}

document.addEventListener('visibilitychange', () => (document.visibilityState === 'hidden' ? hide() : show()));

/**
 * Tracks that the user arrives at a screen (product 2.6), and ends the tracking of the previous one. Does nothing if the path is that of
 * the current screen. Without consent the screen is tracked once `allowTracking` allows it.
 */
export function showScreen(row: Shown): void {
  if (row.path === current?.path) return;
  hide();
  current = row;
  view();
  show();
}

/**
 * Allows or forbids the tracking of screens, by the consent that the core has taken. The current screen is tracked once, when the tracking
 * becomes allowed.
 */
export function allowTracking(isAllowedNow: boolean): void {
  if (isAllowedNow === isAllowed) return;
  isAllowed = isAllowedNow;
  since = undefined;
  view();
  show();
}
