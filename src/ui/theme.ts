import { useSyncExternalStore } from 'react';
import { PALETTES, type ThemeName } from './tokens.ts';

export const THEME_CHOICES = ['system', 'dark', 'light'] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];

const KEY = 'theme';
const OUTLINED = 'outlined';
const prefersLight = matchMedia('(prefers-color-scheme: light)');
const listeners = new Set<() => void>();

const isChoice = (value: unknown): value is ThemeChoice => THEME_CHOICES.some((choice) => choice === value);

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Forbidden storage: the choice lasts as long as the page.
  }
}

function stored(): ThemeChoice {
  const value = read(KEY);
  return isChoice(value) ? value : 'system';
}

let choice = stored();
let outlined = read(OUTLINED) === 'on';

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

/** Dresses the page before anything is drawn; follows the device from then on. */
export function startTheme(): void {
  apply();
  prefersLight.addEventListener('change', apply);
  addEventListener('storage', ({ key }) => {
    if (key !== KEY && key !== OUTLINED && key !== null) return;
    choice = stored();
    outlined = read(OUTLINED) === 'on';
    apply();
  });
}

export function chooseTheme(next: ThemeChoice): void {
  choice = next;
  keep(KEY, next);
  apply();
}

/** The setting `borderedTheme` (product 3.7): lines around cards and bubbles. */
export function chooseOutlines(on: boolean): void {
  outlined = on;
  keep(OUTLINED, on ? 'on' : 'off');
  apply();
}

function subscribe(tell: () => void) {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

export const useThemeChoice = (): ThemeChoice => useSyncExternalStore(subscribe, () => choice);
