import { useSyncExternalStore } from 'react';
import { localValue } from '../../local.ts';
import type { ThemeName } from '../../theme/palette.ts';
import { PALETTES } from './tokens.ts';

/** The values of the theme setting: `system` follows the device's colour scheme. */
export const THEME_CHOICES = ['system', 'dark', 'light'] as const;
/** A value of the theme setting. */
export type ThemeChoice = (typeof THEME_CHOICES)[number];

const prefersLight = matchMedia('(prefers-color-scheme: light)');
const listeners = new Set<() => void>();

const isChoice = (value: unknown): value is ThemeChoice => THEME_CHOICES.some((choice) => choice === value);

const storedTheme = localValue('theme', (stored): ThemeChoice => (isChoice(stored) ? stored : 'system'));
const keptOutlines = localValue('outlined', (stored) => stored === 'on');
const KEYS = new Set<string | null>(['theme', 'outlined', null]);

let choice = storedTheme.read();
let outlined = keptOutlines.read();

const shown = (): ThemeName => (choice === 'system' ? (prefersLight.matches ? 'light' : 'dark') : choice);

function apply(): void {
  const name = shown();
  document.documentElement.dataset['theme'] = name;
  document.documentElement.toggleAttribute('data-bordered', outlined);
  document.documentElement.style.colorScheme = name;
  document.documentElement.style.backgroundColor = PALETTES[name].ground;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', PALETTES[name].ground);
  for (const tell of listeners) tell();
}

/**
 * Applies the stored theme to the document. Called by the entry script before the first render; afterwards it follows the
 * device's colour scheme and changes in other tabs.
 */
export function startTheme(): void {
  apply();
  prefersLight.addEventListener('change', apply);
  addEventListener('storage', ({ key }) => {
    if (!KEYS.has(key)) return;
    choice = storedTheme.read();
    outlined = keptOutlines.read();
    apply();
  });
}

/** Stores the chosen theme on this device and applies it to the page. */
export function chooseTheme(next: ThemeChoice): void {
  choice = next;
  storedTheme.write(next);
  apply();
}

/** Stores the setting `borderedTheme` (product 3.7) on this device and applies it: outlines around cards and bubbles. */
export function chooseOutlines(on: boolean): void {
  outlined = on;
  keptOutlines.write(on ? 'on' : 'off');
  apply();
}

function subscribe(tell: () => void) {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

/** Returns the theme chosen on this device, and re-renders when it changes. */
export const useThemeChoice = (): ThemeChoice => useSyncExternalStore(subscribe, () => choice);
