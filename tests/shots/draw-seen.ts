/** Waits until the images inside the window are decoded. Images further down load lazily and are not waited for. */
export async function drawSeen(): Promise<void> {
  const seen = [...document.images].filter((image) => {
    const { top, bottom, left, right } = image.getBoundingClientRect();
    return bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
  });
  await Promise.all(seen.map((image) => image.decode().catch(() => undefined)));
}
