import type { CSSObject } from '@emotion/react';

const CONTROLS =
  'button, input, textarea, select, summary, a[href], [role="button"], [role="option"], [role="menuitem"], [role="slider"]';
/** Labels that are drawn as a control, because the input inside of them is invisible. */
const LABELS = 'label:has(> input[type="radio"], > input[type="checkbox"], > input[type="file"])';
/**
 * Elements that are surfaces. `data-surface` marks one inside of an element that is none itself: the bubble of a message, a card of rows,
 * the parts of a slider.
 */
const SURFACES =
  'article:not([data-mid]), dialog, nav, aside, [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], ' +
  '[role="meter"], [data-surface]';
const CHOSEN =
  '[aria-pressed="true"], [aria-selected="true"], [aria-checked="true"], [aria-current]:not([aria-current="false"]), ' +
  'label:has(> input:checked)';

/**
 * Global styles for forced colours (high contrast), where browsers remove shadows, backgrounds and gradients: bounds of controls and
 * surfaces, the focus, and the chosen state are outlines, which move nothing. They are important, because components style their own focus;
 * `:where` leaves the order to decide among them.
 */
export const forcedColors: CSSObject = {
  '@media (forced-colors: active)': {
    [`:where(${SURFACES})`]: { outline: '1px solid CanvasText', outlineOffset: '-1px' },
    // The filled part of a slider or meter, whose own colour forced colours remove.
    '[data-filled], [role="meter"]::before': { backgroundColor: 'Highlight !important' },
    [`:where(${CONTROLS}, ${LABELS})`]: {
      outline: '1px solid ButtonBorder !important',
      outlineOffset: '-1px !important',
    },
    // A link within a sentence is underlined instead of outlined.
    ':where(p a[href])': { outline: 'none !important', textDecoration: 'underline' },
    ':where(:disabled, [aria-disabled="true"])': { outline: '1px dotted GrayText !important' },
    [`:where(${CHOSEN})`]: { outline: '3px solid Highlight !important', outlineOffset: '-3px !important' },
    [`:focus-visible, label:has(> input:focus-visible)`]: {
      outline: '3px solid Highlight !important',
      outlineOffset: '2px !important',
    },
    [`:is(${CHOSEN}):focus-visible, label:has(> input:checked:focus-visible)`]: {
      outline: '6px double Highlight !important',
    },
  },
};
