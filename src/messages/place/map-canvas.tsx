import { useEffect, useRef } from 'react';
import { drawMap, type MapColors, type Point } from './map.ts';

type Props = {
  readonly at: Point & { readonly acc: number };
  readonly w: number;
  readonly h: number;
  readonly label: string;
};

/** Canvas pixels per CSS pixel. */
const DENSITY = 2;

const colorsOf = (element: Element): MapColors => {
  const style = getComputedStyle(element);
  const of = (role: string) => style.getPropertyValue(`--${role}`).trim();
  return { sea: of('raised'), land: of('surface'), border: of('edge'), mark: of('accentText') };
};

/** Map around a location, with a circle of the size of its accuracy. */
const MapCanvas = ({ at: { lat, lon, acc }, w, h, label }: Props) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    if (element) void drawMap(element, { lat, lon, acc }, colorsOf(element));
  }, [lat, lon, acc]);
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={label}
      width={w * DENSITY}
      height={h * DENSITY}
      style={{ display: 'block', inlineSize: `${w}px`, maxInlineSize: '100%', aspectRatio: `${w} / ${h}` }}
    />
  );
};
export default MapCanvas;
