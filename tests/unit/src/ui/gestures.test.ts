import { expect, test, vi } from 'vitest';
import { type Drag, dragHandlers, type Pinch, pinchOf } from '../../../../src/ui/input/gestures.ts';

type At = { readonly x: number; readonly y?: number; readonly ms: number; readonly id?: number };
type Event = Parameters<ReturnType<typeof dragHandlers<HTMLElement>>['onPointerDown']>[0];

function makeDrag(slackPx = 0, pinches?: Pinch[]) {
  const capture = vi.fn();
  const [moves, ends]: [Drag[], (Drag & { cancelled: boolean })[]] = [[], []];
  const handlers = dragHandlers<HTMLElement>({
    slackPx,
    onMove: (drag) => moves.push(drag),
    ...(pinches && { onPinch: (pinch: Pinch) => pinches.push(pinch) }),
    onEnd: (drag, _element, cancelled) => ends.push({ ...drag, cancelled }),
  });
  const event = ({ x, y = 0, ms, id = 1 }: At) =>
    ({
      button: 0,
      pointerId: id,
      clientX: x,
      clientY: y,
      timeStamp: ms,
      currentTarget: { setPointerCapture: capture },
    }) as unknown as Event;
  return { handlers, event, moves, ends, capture };
}

test('a drag follows the one pointer that started it', () => {
  const { handlers, event, moves, ends } = makeDrag();
  handlers.onPointerDown(event({ x: 10, y: 5, ms: 0 }));
  handlers.onPointerMove(event({ x: 30, y: 9, ms: 10 }));
  handlers.onPointerMove(event({ x: 900, ms: 11, id: 2 }));
  handlers.onPointerUp(event({ x: 900, ms: 12, id: 2 }));
  expect(moves).toMatchObject([{ x: 20, y: 4 }]);
  expect(ends).toEqual([]);
  handlers.onPointerUp(event({ x: 30, ms: 20 }));
  expect(ends).toMatchObject([{ x: 20, y: 4, moved: true, cancelled: false, elapsedMs: 20 }]);
  expect(ends[0]?.speed).toBeCloseTo(1.2);
});

test('a press that hardly moves is a tap and is not captured', () => {
  const { handlers, event, moves, ends, capture } = makeDrag(6);
  handlers.onPointerDown(event({ x: 0, ms: 0 }));
  handlers.onPointerMove(event({ x: 5, ms: 10 }));
  handlers.onPointerUp(event({ x: 5, ms: 20 }));
  expect([moves.length, capture.mock.calls.length]).toEqual([0, 0]);
  expect(ends).toMatchObject([{ moved: false, x: 0 }]);
});

test('a drag released at rest has no speed, and a cancelled pointer keeps its position', () => {
  const { handlers, event, ends } = makeDrag();
  handlers.onPointerDown(event({ x: 0, ms: 0 }));
  handlers.onPointerMove(event({ x: 50, ms: 10 }));
  handlers.onPointerUp(event({ x: 50, ms: 200 }));
  handlers.onPointerDown(event({ x: 0, ms: 300 }));
  handlers.onPointerMove(event({ x: 40, ms: 310 }));
  handlers.onPointerCancel(event({ x: 0, ms: 311 }));
  expect(ends).toMatchObject([
    { speed: 0, cancelled: false },
    { x: 40, cancelled: true },
  ]);
});

test('a drag reports each step and the position of the pointer', () => {
  const { handlers, event, moves } = makeDrag();
  handlers.onPointerDown(event({ x: 10, y: 5, ms: 0 }));
  handlers.onPointerMove(event({ x: 30, y: 9, ms: 10 }));
  handlers.onPointerMove(event({ x: 35, y: 8, ms: 20 }));
  expect(moves).toMatchObject([
    { by: { x: 20, y: 4 }, at: { x: 30, y: 9 } },
    { by: { x: 5, y: -1 }, at: { x: 35, y: 8 } },
  ]);
});

test('two pointers pinch when both are pressed, and the remaining one drags on', () => {
  const pinches: Pinch[] = [];
  const { handlers, event, moves, ends } = makeDrag(0, pinches);
  handlers.onPointerDown(event({ x: 0, ms: 0 }));
  handlers.onPointerDown(event({ x: 100, ms: 10, id: 2 }));
  handlers.onPointerDown(event({ x: 500, ms: 11, id: 3 }));
  handlers.onPointerMove(event({ x: 200, ms: 20, id: 2 }));
  handlers.onPointerMove(event({ x: 900, ms: 21, id: 3 }));
  expect(pinches).toEqual([{ factor: 2, middle: { x: 100, y: 0 }, by: { x: 50, y: 0 } }]);
  handlers.onPointerUp(event({ x: 0, ms: 30 }));
  handlers.onPointerMove(event({ x: 210, y: 3, ms: 40, id: 2 }));
  expect(moves).toMatchObject([{ by: { x: 10, y: 3 }, pinched: true }]);
  expect(ends).toEqual([]);
  handlers.onPointerUp(event({ x: 210, ms: 50, id: 2 }));
  expect(ends).toMatchObject([{ pinched: true, cancelled: false }]);
  handlers.onPointerDown(event({ x: 0, ms: 100 }));
  handlers.onPointerMove(event({ x: 1, ms: 110 }));
  expect(moves.at(-1)).toMatchObject({ x: 1, pinched: false });
});

test('a pinch of two pointers at the same position has a finite factor', () => {
  expect(pinchOf({ x: 5, y: 5 }, { x: 8, y: 9 }, { x: 5, y: 5 }).factor).toBe(5);
});
