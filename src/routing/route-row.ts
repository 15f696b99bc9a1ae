import type { LazyPart } from '../ui/lazy.tsx';

type RouteTitle =
  | 'entrance:title'
  | 'login:title'
  | 'message:title'
  | 'settings:title'
  | 'common:payment'
  | 'common:nav.discover'
  | 'common:nav.label'
  | 'settings:language'
  | 'settings:clear.title'
  | 'settings:setup.title'
  | 'settings:setup.blocked'
  | 'settings:security'
  | 'settings:deleteAccount'
  | 'download:title'
  | 'domain:title'
  | 'official:name'
  | 'match:title'
  | 'wall:silver.title'
  | 'wall:club.title'
  | 'wall:tasks.title'
  | 'profile:title'
  | 'profile:clips'
  | 'preflight:title'
  | 'common:nav.me'
  | 'profile:me.payments'
  | 'profile:me.hosting'
  | 'profile:me.notices'
  | 'settings:device'
  | 'edit:title'
  | 'friends:title'
  | 'call:title'
  | 'call:records.title';

/** Declaration of a route: its path, access, layout and page component. */
export type RouteRow = {
  readonly path: `/${string}`;
  /** 'auth': a login is required (product 6). */
  readonly access: 'public' | 'auth';
  /** A popup covers the previous page; opened directly, it covers the goddess wall, unless `background` is `none`. */
  readonly popup: boolean;
  /**
   * `shell`: the page is inside the navigation; visitors of a public one see it alone. `wall`: a popup over the wall. `none`: the
   * screen covers everything behind it.
   */
  readonly background: 'shell' | 'wall' | 'none';
  /** Name of the screen in analytics (product 2.6). */
  readonly tracking: string;
  readonly title: RouteTitle;
  /** True for the page of a call and the page that dials. */
  readonly isCall?: boolean;
  /**
   * Behaviour offline. `rows`: renders data stored on this device. `shell`: works without data. `line`: an empty
   * state names the missing content, which is loaded when the network returns.
   */
  readonly offline: 'rows' | 'shell' | 'line';
  readonly page: LazyPart<object>;
};
