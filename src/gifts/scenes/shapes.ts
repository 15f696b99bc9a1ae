import type { Shape } from './choreography.ts';

type Pen = CanvasRenderingContext2D;
type Draw = (pen: Pen, r: number, ink: string) => void;

function heart(pen: Pen, r: number): void {
  pen.beginPath();
  pen.moveTo(0, r);
  pen.bezierCurveTo(-r * 1.6, -r * 0.1, -r * 0.9, -r * 1.2, 0, -r * 0.45);
  pen.bezierCurveTo(r * 0.9, -r * 1.2, r * 1.6, -r * 0.1, 0, r);
  pen.fill();
}

function star(pen: Pen, r: number): void {
  pen.beginPath();
  for (let point = 0; point < 4; point += 1) {
    const angle = (point * Math.PI) / 2;
    const next = angle + Math.PI / 2;
    if (point === 0) pen.moveTo(r * Math.cos(angle), r * Math.sin(angle));
    pen.quadraticCurveTo(0, 0, r * Math.cos(next), r * Math.sin(next));
  }
  pen.fill();
}

function disc(pen: Pen, r: number): void {
  pen.beginPath();
  pen.arc(0, 0, r, 0, Math.PI * 2);
  pen.fill();
}

function glow(pen: Pen, r: number, ink: string): void {
  const light = pen.createRadialGradient(0, 0, 0, 0, 0, r * 2.4);
  light.addColorStop(0, '#ffffff');
  light.addColorStop(0.16, ink);
  light.addColorStop(1, `${ink}00`);
  pen.fillStyle = light;
  disc(pen, r * 2.4);
}

function petal(pen: Pen, r: number): void {
  pen.beginPath();
  pen.moveTo(0, -r);
  pen.bezierCurveTo(r * 1.1, -r * 0.5, r * 0.7, r * 0.9, 0, r);
  pen.bezierCurveTo(-r * 0.5, r * 0.5, -r * 0.9, -r * 0.4, 0, -r);
  pen.fill();
}

function leaf(pen: Pen, r: number): void {
  pen.beginPath();
  pen.moveTo(0, -r);
  pen.quadraticCurveTo(r, -r * 0.2, 0, r);
  pen.quadraticCurveTo(-r, -r * 0.2, 0, -r);
  pen.fill();
  pen.globalAlpha *= 0.5;
  pen.strokeStyle = '#ffffff';
  pen.lineWidth = r * 0.1;
  pen.beginPath();
  pen.moveTo(0, -r * 0.7);
  pen.lineTo(0, r * 0.7);
  pen.stroke();
}

function note(pen: Pen, r: number): void {
  pen.beginPath();
  pen.ellipse(-r * 0.35, r * 0.62, r * 0.42, r * 0.3, -0.4, 0, Math.PI * 2);
  pen.fill();
  pen.fillRect(-r * 0.02, -r, r * 0.16, r * 1.6);
  pen.beginPath();
  pen.moveTo(0, -r);
  pen.bezierCurveTo(r * 0.3, -r * 0.6, r * 0.9, -r * 0.5, r * 0.55, r * 0.1);
  pen.bezierCurveTo(r * 0.6, -r * 0.3, r * 0.2, -r * 0.4, 0, -r * 0.5);
  pen.fill();
}

function puff(pen: Pen, r: number, ink: string): void {
  const cloud = pen.createRadialGradient(0, 0, 0, 0, 0, r);
  cloud.addColorStop(0, `${ink}b0`);
  cloud.addColorStop(1, `${ink}00`);
  pen.fillStyle = cloud;
  disc(pen, r);
}

function ring(pen: Pen, r: number, ink: string): void {
  pen.strokeStyle = ink;
  pen.lineWidth = r * 0.16;
  pen.beginPath();
  pen.arc(0, 0, r, 0, Math.PI * 2);
  pen.stroke();
}

function gem(pen: Pen, r: number): void {
  const points = [
    [-0.6, -0.6],
    [0.6, -0.6],
    [1, -0.1],
    [0, 1],
    [-1, -0.1],
  ] as const;
  pen.beginPath();
  for (const [x, y] of points) pen.lineTo(x * r, y * r);
  pen.fill();
  pen.globalAlpha *= 0.55;
  pen.fillStyle = '#ffffff';
  pen.beginPath();
  for (const [x, y] of [points[0], [0.1, -0.1], [-0.2, 0.5], points[4]] as const) pen.lineTo(x * r, y * r);
  pen.fill();
}

function lantern(pen: Pen, r: number, ink: string): void {
  const around = pen.createRadialGradient(0, r * 0.4, 0, 0, r * 0.4, r * 2.2);
  around.addColorStop(0, `${ink}90`);
  around.addColorStop(1, `${ink}00`);
  pen.fillStyle = around;
  disc(pen, r * 2.4);
  const body = pen.createLinearGradient(0, -r, 0, r);
  body.addColorStop(0, ink);
  body.addColorStop(1, '#fff1c4');
  pen.fillStyle = body;
  pen.beginPath();
  pen.moveTo(-r * 0.45, r);
  pen.bezierCurveTo(-r * 0.95, r * 0.1, -r * 0.95, -r, 0, -r);
  pen.bezierCurveTo(r * 0.95, -r, r * 0.95, r * 0.1, r * 0.45, r);
  pen.fill();
}

function balloon(pen: Pen, r: number, ink: string): void {
  pen.strokeStyle = `${ink}90`;
  pen.lineWidth = Math.max(1, r * 0.06);
  pen.beginPath();
  pen.moveTo(0, r);
  pen.quadraticCurveTo(r * 0.35, r * 1.7, 0, r * 2.4);
  pen.stroke();
  pen.beginPath();
  pen.ellipse(0, 0, r * 0.82, r, 0, 0, Math.PI * 2);
  pen.moveTo(-r * 0.14, r * 1.14);
  pen.lineTo(0, r * 0.92);
  pen.lineTo(r * 0.14, r * 1.14);
  pen.fill();
  pen.globalAlpha *= 0.6;
  pen.fillStyle = '#ffffff';
  pen.beginPath();
  pen.ellipse(-r * 0.32, -r * 0.42, r * 0.14, r * 0.26, 0.5, 0, Math.PI * 2);
  pen.fill();
}

function gull(pen: Pen, r: number, ink: string): void {
  pen.strokeStyle = ink;
  pen.lineCap = 'round';
  pen.lineWidth = r * 0.2;
  pen.beginPath();
  pen.moveTo(-r, 0);
  pen.quadraticCurveTo(-r * 0.4, -r * 0.6, 0, 0);
  pen.quadraticCurveTo(r * 0.4, -r * 0.6, r, 0);
  pen.stroke();
}

function bubble(pen: Pen, r: number, ink: string): void {
  pen.strokeStyle = ink;
  pen.lineWidth = Math.max(1, r * 0.14);
  pen.beginPath();
  pen.arc(0, 0, r, 0, Math.PI * 2);
  pen.stroke();
  pen.beginPath();
  pen.arc(-r * 0.36, -r * 0.36, r * 0.18, 0, Math.PI * 2);
  pen.fill();
}

const bar =
  (breadth: number, length: number, round: number): Draw =>
  (pen, r) => {
    pen.beginPath();
    pen.roundRect(-r * breadth, -r * length, r * breadth * 2, r * length * 2, r * round);
    pen.fill();
  };

/** Functions that draw a particle of radius `r` around the origin, by its shape. */
export const SHAPES: Readonly<Record<Shape, Draw>> = {
  heart,
  star,
  dot: disc,
  glow,
  petal,
  leaf,
  paper: bar(0.45, 0.8, 0.1),
  sprinkle: bar(0.26, 1, 0.26),
  note,
  puff,
  ring,
  gem,
  lantern,
  balloon,
  gull,
  bubble,
};
