import type { MouseEvent } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { useBlindPress, useStageKeys } from '../../../../src/features/calls/call/stage/use-stage.ts';

/** One component whose refs survive re-renders. */
const refs = vi.hoisted(() => new Map<number, { current: unknown }>());
const drawn = vi.hoisted(() => ({ hook: 0 }));
const overlay = vi.hoisted(() => ({ covered: false }));
vi.mock('../../../../src/ui/overlay.ts', () => ({ isCovered: () => overlay.covered }));
vi.mock('react', async (original) => ({
  ...(await original<object>()),
  useRef: (first: unknown) => {
    drawn.hook += 1;
    const ref = refs.get(drawn.hook) ?? { current: first };
    refs.set(drawn.hook, ref);
    return ref;
  },
  useEffect: (effect: () => void) => effect(),
}));
const draw = <T>(hook: () => T): T => {
  drawn.hook = 0;
  return hook();
};
afterEach(() => {
  refs.clear();
  vi.unstubAllGlobals();
});

describe('a tap on the call', () => {
  class FakeElement {
    readonly #isControl: boolean;
    constructor(isControl: boolean) {
      this.#isControl = isControl;
    }
    closest = (selector: string) => (this.#isControl && selector === '[role="toolbar"]' ? this : null);
  }

  /** Presses while the controls are faded or not, and clicks when they are visible. True when the click was swallowed. */
  function press({ faded, onControl = true, detail = 1 }: { faded: boolean; onControl?: boolean; detail?: number }) {
    vi.stubGlobal('Element', FakeElement);
    draw(() => useBlindPress(faded)).onPointerDownCapture();
    const then = draw(() => useBlindPress(false));
    return [then.onMouseDownCapture, then.onClickCapture].map((hear) => {
      const event = { target: new FakeElement(onControl), detail, preventDefault: vi.fn(), stopPropagation: vi.fn() };
      hear(event as unknown as MouseEvent);
      expect(event.preventDefault.mock.calls.length).toBe(event.stopPropagation.mock.calls.length);
      return event.stopPropagation.mock.calls.length > 0;
    });
  }

  test('a tap that begins while the controls are hidden reaches none of them', () =>
    expect(press({ faded: true })).toEqual([true, true]));

  test('a tap that begins while the controls are shown reaches its control, and so does the next one', () => {
    expect(press({ faded: false })).toEqual([false, false]);
    press({ faded: true });
    expect(press({ faded: false })).toEqual([false, false]);
  });

  test('a tap that hits a permanent control reaches it', () =>
    expect(press({ faded: true, onControl: false })).toEqual([false, false]));

  test('a press by a key or a screen reader reaches its control, which was found by name', () =>
    expect(press({ faded: true, detail: 0 })).toEqual([false, false]));
});

describe('Escape', () => {
  /** The effect of one key: whether it runs the action of Escape (closing the chat), and whether it shows the controls. */
  function type(key: Partial<KeyboardEvent>, isOpen = false) {
    const [onEscape, onKey] = [vi.fn(), vi.fn()];
    let hear: ((event: KeyboardEvent) => void) | undefined;
    vi.stubGlobal('addEventListener', (_name: string, listener: typeof hear) => {
      hear = listener;
    });
    overlay.covered = isOpen;
    draw(() => useStageKeys(onEscape, onKey));
    hear?.({ key: 'Escape', isComposing: false, repeat: false, ...key } as KeyboardEvent);
    return [onEscape.mock.calls.length, onKey.mock.calls.length];
  }

  test('Escape runs its action and shows the controls', () => expect(type({})).toEqual([1, 1]));

  test('Escape only shows the controls while a panel is over the call', () => expect(type({}, true)).toEqual([0, 1]));

  test.each([{ key: 'Enter' }, { repeat: true }, { isComposing: true }])('%j only shows the controls', (key) =>
    expect(type(key)).toEqual([0, 1]),
  );
});
