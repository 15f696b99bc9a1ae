import { useLayoutEffect, useSyncExternalStore } from 'react';
import { createStore } from '../../create-store.ts';
import { localValue } from '../../local.ts';
import type { ThemeName } from '../../theme/palette.ts';
import { PALETTES } from './tokens.ts';

/** The values of the theme setting: `system` follows the device's colour scheme. */
export const THEME_CHOICES = ['system', 'dark', 'light'] as const;
/** A value of the theme setting. */
export type ThemeChoice = (typeof THEME_CHOICES)[number];

const prefersLight = matchMedia('(prefers-color-scheme: light)');

const isChoice = (value: unknown): value is ThemeChoice => THEME_CHOICES.some((choice) => choice === value);

const storedTheme = localValue('theme', (stored): ThemeChoice => (isChoice(stored) ? stored : 'system'));
const storedOutlines = localValue('outlined', (stored) => stored === 'on');
const KEYS = new Set<string | null>(['theme', 'outlined', null]);

const choice = createStore(storedTheme.read());
let outlined = storedOutlines.read();

/** Number of mounted screens that are dark in both themes: the picture of a call. */
let darkScreens = 0;

function shown(): ThemeName {
  if (darkScreens > 0) return 'dark';
  const chosen = choice.get();
  if (chosen !== 'system') return chosen;
  return prefersLight.matches ? 'light' : 'dark';
}

function apply(): void {
  const name = shown();
  document.documentElement.dataset['theme'] = name;
  document.documentElement.toggleAttribute('data-bordered', outlined);
  document.documentElement.toggleAttribute('data-over-call', darkScreens > 0);
  document.documentElement.style.colorScheme = name;
  document.documentElement.style.backgroundColor = PALETTES[name].ground;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', PALETTES[name].ground);
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
    choice.set(storedTheme.read());
    outlined = storedOutlines.read();
    apply();
  });
}

/**
 * Shows the page in the dark theme while the component that uses it is mounted, with `data-over-call` on the root: the screen of a call,
 * over which nothing dims or blurs the picture.
 */
export function useCallTheme(): void {
  useLayoutEffect(() => {
    darkScreens += 1;
    apply();
    return () => {
      darkScreens -= 1;
      apply();
    };
  }, []);
}

/** Stores the chosen theme on this device and applies it to the page. */
export function chooseTheme(next: ThemeChoice): void {
  storedTheme.write(next);
  choice.set(next);
  apply();
}

/** Stores the setting `borderedTheme` (product 3.7) on this device and applies it: outlines around cards and bubbles. */
export function chooseOutlines(on: boolean): void {
  outlined = on;
  storedOutlines.write(on ? 'on' : 'off');
  apply();
}

/** Returns the theme chosen on this device, and re-renders when it changes. */
export const useThemeChoice = (): ThemeChoice => useSyncExternalStore(choice.subscribe, choice.get);
