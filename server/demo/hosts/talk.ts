import type { HostsSettings } from './hosts.ts';
import type { Scene } from './words.ts';

/** Messages between the server and the thread of the hosts. Each request has a number that its response repeats. */
export type ToThread =
  | { readonly kind: 'answer'; readonly id: number; readonly value?: string }
  | { readonly kind: 'greet'; readonly id: number; readonly host: number; readonly uid: number; readonly scene: Scene }
  | { readonly kind: 'end' };
export type FromThread =
  | { readonly kind: 'ask'; readonly id: number; readonly what: 'token' | 'language'; readonly uid: number }
  | { readonly kind: 'greeted'; readonly id: number; readonly done: boolean }
  | { readonly kind: 'ended' };
export type ThreadSettings = HostsSettings;
