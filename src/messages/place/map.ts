import { type GeoPermissibleObjects, type GeoProjection, geoCircle, geoMercator, geoPath } from 'd3-geo';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import atlasUrl from 'world-atlas/countries-110m.json?url';

/** Coordinates of a location, degrees. */
export type Point = { readonly lat: number; readonly lon: number };
type Atlas = Topology<{ readonly countries: GeometryCollection; readonly land: GeometryCollection }>;
/** CSS colours of the map in the current theme. */
export type MapColors = { readonly sea: string; readonly land: string; readonly border: string; readonly mark: string };

/** Width of the drawn section of the world, in degrees of longitude. */
const SHOWN_DEGREES = 24;
const METRES_PER_DEGREE = 111_320;
/** Smallest radius of the accuracy circle, canvas px. A smaller circle would not be visible. */
const CIRCLE_MIN_PX = 9;
/** Latitude limit of the map centre: the Mercator projection diverges at the poles. */
const LAT_MAX = 82;

type World = { readonly land: GeoPermissibleObjects; readonly borders: GeoPermissibleObjects };

/** Converts the TopoJSON atlas to GeoJSON. It runs once per page, as each visible map needs the result. */
const unfold = (atlas: Atlas): World => ({
  land: feature(atlas, atlas.objects.land),
  borders: mesh(atlas, atlas.objects.countries),
});

let world: Promise<World> | undefined;

/** Loads land and borders of the world once per page; a failed load is retried at the next call. */
function loadWorld(): Promise<World> {
  world ??= fetch(atlasUrl)
    .then((response) => (response.ok ? (response.json() as Promise<Atlas>) : Promise.reject(new Error('no atlas'))))
    .then(unfold)
    .catch((error: unknown) => {
      world = undefined;
      throw error;
    });
  return world;
}

/** Returns the Mercator projection of a map of `w` × `h` px centred on a point. */
export function projectionAt({ lat, lon }: Point, w: number, h: number): GeoProjection {
  const middle: [number, number] = [lon, Math.min(LAT_MAX, Math.max(-LAT_MAX, lat))];
  return geoMercator()
    .rotate([-middle[0], 0])
    .center([0, middle[1]])
    .scale((w * 360) / (SHOWN_DEGREES * 2 * Math.PI))
    .translate([w / 2, h / 2])
    .clipExtent([
      [0, 0],
      [w, h],
    ]);
}

/** Returns the radius of the accuracy circle, px, on a map that is `w` px wide. */
export const radiusPx = (accMetres: number, w: number): number =>
  Math.max(CIRCLE_MIN_PX, (accMetres / METRES_PER_DEGREE / SHOWN_DEGREES) * w);

/**
 * Draws land, borders and the accuracy circle; only the circle if the atlas fails to load. The map uses no tile server, so that no third
 * party learns the location.
 */
export async function drawMap(
  canvas: HTMLCanvasElement,
  at: Point & { readonly acc: number },
  colors: MapColors,
): Promise<void> {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { width: w, height: h } = canvas;
  const projection = projectionAt(at, w, h);
  const path = geoPath(projection, context);
  context.fillStyle = colors.sea;
  context.fillRect(0, 0, w, h);
  const shown = await loadWorld().catch(() => undefined);
  if (shown) {
    context.beginPath();
    path(shown.land);
    context.fillStyle = colors.land;
    context.fill();
    context.beginPath();
    path(shown.borders);
    context.strokeStyle = colors.border;
    context.lineWidth = Math.max(1, w / 400);
    context.stroke();
  }
  const radius = radiusPx(at.acc, w);
  context.beginPath();
  const isWide = radius > CIRCLE_MIN_PX;
  if (isWide)
    path(
      geoCircle()
        .center([at.lon, at.lat])
        .radius(at.acc / METRES_PER_DEGREE)(),
    );
  else {
    const [x, y] = projection([at.lon, at.lat]) ?? [w / 2, h / 2];
    context.arc(x, y, radius, 0, 2 * Math.PI);
  }
  context.fillStyle = colors.mark;
  context.globalAlpha = 0.35;
  context.fill();
  context.globalAlpha = 1;
  context.strokeStyle = colors.mark;
  context.lineWidth = 2;
  context.stroke();
}
